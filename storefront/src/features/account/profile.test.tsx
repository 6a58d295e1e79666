import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import { logout, myOrders, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { type Order, orderList } from '@jhatpat/shared/contracts/orders.ts'
import { exportPersonalData } from '@jhatpat/shared/contracts/personal-data.ts'
import { pointsBalance } from '@jhatpat/shared/contracts/points.ts'
import {
  askContactCode,
  editProfile,
  resolveContactChange,
  stopOwnerChange,
  verifyContact,
} from '@jhatpat/shared/contracts/sign-up.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const asha = makeUser()
const saved = 'Profile updated successfully, please relogin.'

async function openProfile(answers: (api: FakeApi) => void = () => undefined, user = asha) {
  const shop = renderShop('/dashboard', {
    user,
    answers: (api) => {
      api.on(myOrders, () => ({ total_order: 64, completed: 60, refunded: 2 }))
      answers(api)
    },
  })
  const panel = within(await screen.findByRole('region', { name: 'Profile' }))
  return { ...shop, panel }
}

async function rename(answers: (api: FakeApi) => void) {
  const shop = await openProfile(answers)
  await shop.user.click(shop.panel.getByRole('button', { name: 'Edit name' }))
  const name = shop.panel.getByLabelText('Name')
  await shop.user.clear(name)
  await shop.user.type(name, 'Asha R. Rao')
  await shop.user.click(shop.panel.getByRole('button', { name: /^Save/ }))
  return shop
}
const renamed = (api: FakeApi) =>
  api.on(editProfile, ({ body }) => ({
    success: true,
    message: saved,
    user: { ...asha, name: body.name, balance: 12 },
  }))

describe('the profile', () => {
  it('DASH-01 DASH-02 DASH-04 DASH-05 shows user id, name, email and mobile', async () => {
    const { panel } = await openProfile()
    for (const text of ['U1001', 'Asha Rao', 'asha@jhatpat.test', '+91 98000 00001'])
      expect(panel.getByText(text)).toBeVisible()
  })

  it('DASH-06 shows N/A when there is no mobile', async () => {
    const { panel } = await openProfile(undefined, makeUser({ mobilenumber: '' }))
    expect(panel.getByText('N/A')).toBeVisible()
  })

  it('DASH-07 DASH-08 DASH-09 has the wallet balance, its history and Top Up', async () => {
    await openProfile()
    const wallet = within(screen.getByRole('region', { name: 'Wallet balance' }))
    expect(await wallet.findByText('₹1,840.00')).toBeVisible()
    expect(wallet.getByRole('link', { name: 'View History' })).toHaveAttribute('href', '/wallet')
    expect(wallet.getByRole('link', { name: 'Top Up' })).toHaveAttribute('href', '/topup')
  })

  it('DASH-10 DASH-11 DASH-12 has the reward points with two decimals, and leads to redeem them', async () => {
    await openProfile((api) => {
      api.on(pointsBalance, () => ({ balance: 1128.4, perHundredRupees: 1, worth: 1 }))
    })
    const points = within(screen.getByRole('region', { name: 'Reward points' }))
    expect(await points.findByText('1,128.40')).toBeVisible()
    expect(points.getByRole('link', { name: 'Redeem' })).toHaveAttribute('href', '/redeem')
  })

  it('DASH-13 DASH-14 counts the orders, and leads to them', async () => {
    await openProfile()
    const counts = within(screen.getByRole('region', { name: 'Order statistics' }))
    expect(await counts.findByText('64')).toBeVisible()
    expect(counts.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['64', '60', '2'])
    expect(counts.getByRole('link', { name: 'My Orders' })).toHaveAttribute('href', '/orders')
  })

  it.each(['user', 'reseller', 'admin'] as const)('GUARD-07 is there for a %s', async (role) => {
    const { api } = await openProfile((server) => server.on(validateUser, () => ({ role })))
    expect(screen.getByRole('heading', { name: 'Profile' })).toBeVisible()
    expect(api.sentTo(validateUser)[0]?.body).toEqual({ requiredRoles: ['user', 'admin', 'reseller'] })
  })

  it('DASH-15 has a table of the latest orders where there is room', async () => {
    const { api } = await openProfile((server) =>
      server.on(orderList, () => [
        makeOrder(),
        makeOrder({ orderid: 'JP261121AAAAAA', status: 'Completed' }),
      ]),
    )
    const history = within(await screen.findByRole('table', { name: 'Order history' }))
    expect(history.getAllByRole('row')).toHaveLength(3)
    expect(history.getByRole('link', { name: 'Verify Payment' })).toBeVisible()
    expect(await screen.findByText('Showing last 2 of 64')).toBeVisible()
    expect(api.sentTo(orderList).map(({ query }) => query)).toEqual([{ limit: 5 }])
  })

  it('E15 says of no orders what will be there, and of a list that did not come what to do', async () => {
    let answer: () => Order[] = noNetwork
    const { user } = await openProfile((server) => server.on(orderList, () => answer()))
    const history = within(screen.getByRole('region', { name: 'Order history' }))
    expect(await history.findByRole('alert')).toHaveTextContent('Couldn’t load your orders')
    answer = () => []
    await user.click(history.getByRole('button', { name: 'Try again' }))
    expect(await history.findByRole('heading', { name: 'No orders found.' })).toBeVisible()
    expect(history.getByRole('link', { name: 'Browse games' })).toHaveAttribute('href', '/home')
    expect(history.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('links to the devices, and signs out', async () => {
    const { user, api, address } = await openProfile()
    const more = within(screen.getByRole('navigation', { name: 'More' }))
    expect(more.getByRole('link', { name: 'Logged-in devices' })).toHaveAttribute(
      'href',
      '/dashboard/devices',
    )
    await user.click(more.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    expect(api.sentTo(logout)).toHaveLength(1)
    expect(address()).toBe('/home')
  })
})

describe('the name', () => {
  it('DASH-03 DASH-16 CALL-19 is edited, stored, and shown everywhere', async () => {
    const { api, panel } = await rename(renamed)
    expect(await panel.findByText(saved)).toBeVisible()
    expect(api.sentTo(editProfile).map(({ body }) => body)).toEqual([
      { userid: 'U1001', name: 'Asha R. Rao' },
    ])
    expect(panel.getByText('Asha R. Rao')).toBeVisible()
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({
      ...asha,
      name: 'Asha R. Rao',
      balance: 12,
    })
    expect(screen.getByRole('button', { name: 'User menu of Asha R. Rao' })).toBeVisible()
  })

  it.each([
    ['not_found', () => refuse('not_found')],
    ['success: false', () => ({ success: false, user: asha, message: 'No.' })],
  ])('DASH-17 says Failed to update profile when it is refused: %s', async (_what, answer) => {
    const { panel } = await rename((api) => api.on(editProfile, answer))
    expect(await panel.findByText('Failed to update profile')).toBeVisible()
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(asha)
    expect(panel.getByLabelText('Name')).toHaveValue('Asha R. Rao')
  })

  it.each([
    ['no network', noNetwork],
    ['a failure of ours', () => refuse('internal')],
  ])('DASH-18 says An error occurred while updating the profile: %s', async (_what, answer) => {
    const { panel } = await rename((api) => api.on(editProfile, answer))
    expect(await panel.findByText('An error occurred while updating the profile')).toBeVisible()
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(asha)
  })

  it('stays unchanged after Cancel', async () => {
    const { user, panel, api } = await openProfile(renamed)
    await user.click(panel.getByRole('button', { name: 'Edit name' }))
    await user.type(panel.getByLabelText('Name'), ' else')
    await user.click(panel.getByRole('button', { name: 'Cancel' }))
    expect(panel.getByText('Asha Rao')).toBeVisible()
    expect(api.sentTo(editProfile)).toEqual([])
  })
})

describe('a name of blanks', () => {
  it('is refused at its field, and not sent', async () => {
    const { user, panel, api } = await openProfile()
    await user.click(panel.getByRole('button', { name: 'Edit name' }))
    await user.clear(panel.getByLabelText('Name'))
    await user.type(panel.getByLabelText('Name'), '  {enter}')
    expect(await panel.findByRole('alert')).toHaveTextContent('Enter your name')
    expect(panel.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true')
    expect(api.sentTo(editProfile)).toEqual([])
  })
})

describe('the email and the mobile number', () => {
  const other = makeUser({ email: 'asha.new@example.com', frozenUntil: '2099-11-28T06:05:00.000Z' })

  it('are changed with a code that is sent to the new one, and a pause is shown', async () => {
    const { panel, user, api } = await openProfile((fake) => {
      fake.on(askContactCode, () => ({ msg: 'The code is on its way.' }))
      fake.on(verifyContact, () => ({ msg: 'Changed.', user: other }))
    })
    await user.click(panel.getByRole('button', { name: 'Change your email' }))
    expect(
      panel.getByText(/until you confirm it with the link that we send to your current email/),
    ).toBeVisible()
    await user.type(panel.getByLabelText('New email'), ' asha.new@example.com{enter}')
    await user.type(await panel.findByLabelText('Code sent there'), '482913')
    expect(await panel.findByText('asha.new@example.com')).toBeVisible()
    expect(panel.getByText('Changed')).toBeVisible()
    expect(panel.getByText(/^Spending is paused until/)).toBeVisible()
    const contact = { what: 'email', email: 'asha.new@example.com' }
    expect(api.sentTo(askContactCode).map(({ body }) => body)).toEqual([contact])
    expect(api.sentTo(verifyContact).map(({ body }) => body)).toEqual([{ ...contact, otp: '482913' }])
    expect(panel.queryByRole('button', { name: /^Change your/ })).not.toBeInTheDocument()
  })

  it('say why they stay as they are, and send the code again to a corrected one', async () => {
    const { panel, user, api } = await openProfile((fake) => {
      fake.on(askContactCode, () => ({ msg: 'The code is on its way.' }))
      fake.on(verifyContact, () => refuse('mobile_taken'))
    })
    await user.click(panel.getByRole('button', { name: 'Change your mobile number' }))
    await user.type(panel.getByLabelText('New mobile number'), '9876500001{enter}')
    await user.type(await panel.findByLabelText('Code sent there'), '482913{enter}')
    expect(await panel.findByRole('alert')).toHaveTextContent('This mobile number is already in use.')
    await user.clear(panel.getByLabelText('New mobile number'))
    await user.type(panel.getByLabelText('New mobile number'), '9876500002{enter}')
    expect(panel.queryByRole('alert')).not.toBeInTheDocument()
    expect(await panel.findByLabelText('Code sent there')).toHaveValue('')
    await user.click(panel.getByRole('button', { name: 'Resend code' }))
    const [first, second] = ['9876500001', '9876500002'].map((mobilenumber) => ({
      what: 'mobile',
      mobilenumber,
    }))
    expect(api.sentTo(askContactCode).map(({ body }) => body)).toEqual([first, second, second])
    await user.click(panel.getByRole('button', { name: 'Cancel' }))
    expect(panel.getByText('+91 98000 00001')).toBeVisible()
  })

  it('say how many tries a code has left, and when it has none', async () => {
    let triesLeft = 2
    const { panel, user } = await openProfile((fake) => {
      fake.on(askContactCode, () => ({ msg: 'The code is on its way.' }))
      fake.on(verifyContact, () => {
        triesLeft -= 1
        return refuse('otp_mismatch', { triesLeft })
      })
    })
    await user.click(panel.getByRole('button', { name: 'Change your email' }))
    await user.type(panel.getByLabelText('New email'), 'asha.new@example.com{enter}')
    const code = await panel.findByLabelText('Code sent there')
    await user.type(code, '111111')
    expect(await panel.findByRole('alert')).toHaveTextContent(
      'Incorrect OTP. Check it and try again. 1 try left.',
    )
    await user.clear(code)
    await user.type(code, '222222')
    expect(
      await panel.findByText('Five wrong tries. This OTP no longer works. Request a new one.'),
    ).toBeVisible()
  })

  it('of staff are changed in the back office', async () => {
    const { panel } = await openProfile(undefined, makeUser({ role: 'admin' }))
    expect(panel.queryByRole('button', { name: /^Change your/ })).not.toBeInTheDocument()
  })
})

describe('contacts changed by our team', () => {
  const set = (more: Partial<typeof asha>) => makeUser({ unproved: ['mobile'], ...more })

  it('are verified by a code there, and then look like any other', async () => {
    const { panel, user, api } = await openProfile((fake) => {
      fake.on(askContactCode, () => ({ msg: 'The code is on its way.' }))
      fake.on(verifyContact, () => ({ msg: 'Verified.', user: asha }))
    }, set({}))
    await user.click(panel.getByRole('button', { name: 'Send a code' }))
    await user.type(await panel.findByLabelText('Code sent to your mobile number'), '482913')
    await waitFor(() => expect(panel.queryByText('Verify your mobile number')).not.toBeInTheDocument())
    expect(api.sentTo(verifyContact)[0]?.body).toEqual({ what: 'mobile', otp: '482913' })
  })

  it('require the password after an older sign-in, and send the same code afterwards', async () => {
    let isProven = false
    const { panel, user, api } = await openProfile((fake) => {
      fake.on(askContactCode, () => ({ msg: 'The code is on its way.' }))
      fake.on(proveAccount, () => {
        isProven = true
        return { until: '2026-11-28T06:05:00.000Z' }
      })
      fake.on(verifyContact, () =>
        isProven ? { msg: 'Verified.', user: asha } : refuse('proof_required', { by: 'password' }),
      )
    }, set({}))
    await user.click(panel.getByRole('button', { name: 'Send a code' }))
    await user.type(await panel.findByLabelText('Code sent to your mobile number'), '482913')
    const window = within(await screen.findByRole('dialog', { name: 'Enter your password to continue' }))
    expect(window.getByText(/^No password, or forgot it\? Sign out and log in again/)).toBeVisible()
    await user.type(window.getByLabelText('Password'), 'correct horse battery{enter}')
    await waitFor(() => expect(panel.queryByText('Verify your mobile number')).not.toBeInTheDocument())
    expect(api.sentTo(verifyContact).map(({ body }) => body.otp)).toEqual(['482913', '482913'])
    expect(api.sentTo(proveAccount)[0]?.body).toEqual({ password: 'correct horse battery' })
  })

  it('shows an email address as verified only once its owner has verified it', async () => {
    const { panel, unmount } = await openProfile(undefined, set({ unproved: ['email'] }))
    expect(panel.getByText(asha.email)).toBeVisible()
    expect(panel.queryByText('Verified')).not.toBeInTheDocument()
    unmount()
    const later = await openProfile(undefined, set({}))
    expect(later.panel.getByText('Verified')).toBeInTheDocument()
  })

  it('show until when spending is paused, and nothing afterwards', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const { panel, unmount } = await openProfile(undefined, set({ frozenUntil: inHours(5) }))
    expect(panel.getByText(/^Spending is paused until /)).toBeVisible()
    unmount()
    const later = await openProfile(undefined, set({ frozenUntil: inHours(-1) }))
    expect(later.panel.queryByText(/^Spending is paused/)).not.toBeInTheDocument()
  })
})

describe('the link that stops a change of an owner', () => {
  const open = (answers: (api: FakeApi) => void) =>
    renderShop('/owner_change/RO0123_665000000000000000000001/s3cret', { answers })

  it('stops it with one press, and takes the link out of the address', async () => {
    const { user, api, address } = open((fake) =>
      fake.on(stopOwnerChange, () => ({ msg: 'Stopped. Nothing was changed.' })),
    )
    expect(api.sentTo(stopOwnerChange)).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Stop the change' }))
    expect(await screen.findByRole('heading', { name: 'Stopped. Nothing was changed.' })).toBeVisible()
    expect(api.sentTo(stopOwnerChange)).toMatchObject([
      { params: { id: 'RO0123_665000000000000000000001', token: 's3cret' } },
    ])
    expect(address()).toBe('/owner_change')
  })

  it('shows why it failed', async () => {
    const { user } = open((fake) => fake.on(stopOwnerChange, () => refuse('approval_closed')))
    await user.click(await screen.findByRole('button', { name: 'Stop the change' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Someone already handled this.')
  })
})

describe('the link at the previous address', () => {
  const open = (answers: (api: FakeApi) => void) =>
    renderShop('/contact_changed/665000000000000000000001/s3cret', { answers })

  it.each([
    ['No, undo it', 'undo'],
    ['Yes, I asked for it', 'confirm'],
  ] as const)('%s', async (name, answer) => {
    const { user, api, address } = open((fake) =>
      fake.on(resolveContactChange, () => ({ msg: 'The change is done.' })),
    )
    await user.click(await screen.findByRole('button', { name }))
    expect(await screen.findByRole('heading', { name: 'The change is done.' })).toBeVisible()
    expect(api.sentTo(resolveContactChange)).toMatchObject([
      { params: { id: '665000000000000000000001', token: 's3cret' }, body: { answer } },
    ])
    expect(address()).toBe('/contact_changed')
  })

  it('shows that it was used or has expired', async () => {
    const { user } = open((fake) => fake.on(resolveContactChange, () => refuse('link_corrupted')))
    await user.click(await screen.findByRole('button', { name: 'No, undo it' }))
    expect(await screen.findByText(/^The link is already used or older than 72 hours/)).toBeVisible()
  })
})

describe('the download of one’s data', () => {
  const saved = () => {
    // A click on it would leave the page.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    return vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data')
  }

  it('asks for the password, then saves the zip', async () => {
    const created = saved()
    let isProven = false
    const { user } = await openProfile((api) => {
      api.on(proveAccount, () => {
        isProven = true
        return { until: new Date().toISOString() }
      })
      api.on(exportPersonalData, () =>
        isProven ? (new Response('zip') as never) : refuse('proof_required', { by: 'password' }),
      )
    })
    await user.click(screen.getByRole('button', { name: 'Download my data' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('This is all your data, so we check that it is you.')).toBeVisible()
    await user.type(dialog.getByLabelText('Password'), 'correct horse battery')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Your data is saved.')).toBeVisible()
    expect(created).toHaveBeenCalledOnce()
  })

  it('says why nothing was saved', async () => {
    const created = saved()
    const { user } = await openProfile((api) => {
      api.on(exportPersonalData, () => refuse('too_many_requests'))
    })
    await user.click(screen.getByRole('button', { name: 'Download my data' }))
    expect(await screen.findByText('Couldn’t download your data.')).toBeVisible()
    expect(created).not.toHaveBeenCalled()
  })

  it('saves nothing of a download that broke off, and says so', async () => {
    const created = saved()
    const { user } = await openProfile((api) => {
      const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
      api.on(exportPersonalData, () => new Response(broken) as never)
    })
    const button = screen.getByRole('button', { name: 'Download my data' })
    await user.click(button)
    const text = 'Connection lost or no response. Try again.'
    expect(await screen.findByText(text)).toBeVisible()
    expect(created).not.toHaveBeenCalled()
    expect(button).toBeEnabled()
  })
})
