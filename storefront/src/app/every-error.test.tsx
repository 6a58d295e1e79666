import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { type ErrorCode, errorCatalogue } from '@jhatpat/shared/contracts/errors.ts'
import { hostedProvider } from '@jhatpat/shared/contracts/hosted.ts'
import { checkId, createOrder, orderList } from '@jhatpat/shared/contracts/orders.ts'
import { paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { createAccount, editProfile, otpTimer, verifyAndRegister } from '@jhatpat/shared/contracts/sign-up.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderHandMade, renderProduct } from '../../../tests/screens/render-product.tsx'
import { renderShop } from '../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../tests/support/fake-api.ts'

/** States that no money moved, or that moved money is not lost and cannot move again. */
const ofMoney =
  /no (money was taken|order was placed)|nothing was (bought|ordered|lost)|won’t place a second order|(is|are) safe/i
const ofNext =
  /again|top-up|request|choose|pick|pay one|wait|log ?in|contact|look at|check|start|save|send|enter|resend|home/i

/** The element around a text: the inline message, toast, list or form that shows it. */
async function around(text: string): Promise<string> {
  const [found] = await screen.findAllByText((_, node) => hasOwn(node, text))
  const place = found?.closest('.toast, .inline-message, .empty, .player, form, main')
  return place?.textContent ?? ''
}

const hasOwn = (node: Element | null, text: string) =>
  [...(node?.childNodes ?? [])].some((part) => part.nodeType === 3 && part.textContent?.includes(text))

const fill = async (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  }
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const silent = () => Response.json({ code: 'internal' }, { status: 500 })

const details = {
  Name: 'Kavya Krishnan',
  'Mobile number': '9845012345',
  Email: 'kavya@mail.test',
  Password: 'monsoon tram 42',
}
const register = async (answers: (api: FakeApi) => void) => {
  renderShop('/register', { answers })
  await fill(details)
  await press('Send Otp')
}
const verify = async (answers: (api: FakeApi) => void) => {
  await register((api) => {
    api.on(createAccount, () => ({ msg: 'OTP sent successfully. Please verify your account.' }))
    answers(api)
  })
  fireEvent.change(await screen.findByLabelText(/^6-digit OTP/), { target: { value: '482913' } })
}
const offersHosted = (api: FakeApi) => {
  const provider = { url: 'https://shop.provider.test', clientId: 'shop', audience: '', title: 'Gamer ID' }
  api.on(hostedProvider, () => ({ provider }))
}
const rename = async (answers: (api: FakeApi) => void) => {
  renderShop('/dashboard', { user: makeUser(), answers })
  await press(/^Edit/)
  await fill({ Name: 'Asha' })
  await press('Save')
}
const check = async (message: string, use = 'c') => {
  const page = await renderProduct({
    answers: (api) => api.on(checkId, () => ({ message, use, username: '' })),
  })
  await page.enterIds()
  await page.check()
}

/** Each text of the specification (§8) that the shop can show, and the steps that lead to it. */
const errors: [expected: string, money: RegExp | undefined, happens: () => Promise<unknown>][] = [
  [
    'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.',
    ofMoney,
    () => check('The recharge has failed. Please contact Customer Service for more details.'),
  ],
  ['Recharge for Indo IDs is not permitted.', ofMoney, () => check('success', 'b')],
  [
    'Registration failed. Please try again.',
    undefined,
    () => register((api) => api.on(createAccount, silent)),
  ],
  [
    'Something went wrong. Please try again.',
    undefined,
    () => register((api) => api.on(createAccount, noNetwork)),
  ],
  [
    'Verification failed. Please try again.',
    undefined,
    () => verify((api) => api.on(verifyAndRegister, silent)),
  ],
  [
    'OTP has expired. Please request a new OTP.',
    undefined,
    () => verify((api) => api.on(verifyAndRegister, () => refuse('otp_expired'))),
  ],
  ['The link is corrupted.', undefined, async () => renderShop('/reset_password')],
  [
    'An error occurred while fetching the timer.',
    undefined,
    async () =>
      renderShop('/otpverify/9845012345', { answers: (api) => api.on(otpTimer, () => refuse('internal')) }),
  ],
  [
    'Failed to update profile',
    undefined,
    () => rename((api) => api.on(editProfile, () => refuse('too_many_requests'))),
  ],
  [
    'An error occurred while updating the profile',
    undefined,
    () => rename((api) => api.on(editProfile, noNetwork)),
  ],
  [
    'Invalid state',
    undefined,
    async () => renderShop('/?code=stolen&state=stolen', { answers: offersHosted }),
  ],
  [
    'Network Error',
    undefined,
    async () => {
      renderShop('/login', { answers: (api) => api.on(login, noNetwork) })
      await fill({ Email: 'asha@mail.test', Password: 'monsoon tram 42' })
      await press('Login')
    },
  ],
  [
    'Network Error',
    ofMoney,
    async () => renderShop('/orders', { user: makeUser(), answers: (api) => api.on(orderList, noNetwork) }),
  ],
  [
    'Network Error',
    ofMoney,
    async () =>
      renderShop('/pay?client_txn_id=JP261121K7Q2MD', {
        user: makeUser(),
        answers: (api) => api.on(paymentPage, noNetwork),
      }),
  ],
  [
    'Please add funds to your wallet to complete the transaction.',
    ofMoney,
    async () => renderShop('/balanceerror', { user: makeUser() }),
  ],
]

describe('E16 an error', () => {
  it.each(errors)('says %j, whether money moved, and what to do', async (expected, money, happens) => {
    await happens()
    const shown = await around(expected)
    expect(shown).toContain(expected)
    expect(shown.replace(expected, '')).toMatch(ofNext.test(expected) ? /^/ : ofNext)
    if (money) expect(shown).toMatch(money)
  })

  it('of an order says so too, whatever the server answers', async () => {
    const page = await renderHandMade()
    await page.chooseItem(/86 Diamonds/)
    await page.enterIds('player-1', 'Asha')
    await page.chooseMethod('UPI')
    const codes = [...(createOrder.errors ?? []), 'too_many_requests', 'not_signed_in'] as ErrorCode[]
    for (const code of codes.filter((one) => !ownNote.has(one))) {
      page.api.on(createOrder, () => refuse(code))
      await page.buy()
      const { status, message } = errorCatalogue[code]
      const expected = status === 401 ? 'Session expired! Please re-login to proceed.' : message
      const shown = await around(expected)
      expect(shown, code).toMatch(ofMoney)
      expect(shown, code).toMatch(/re-login|again|check both|choose|pay one|wait|contact|later/i)
    }
    const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
    expect(
      toasts.getByText(/^Trying again won’t place a second order\. Your details are saved\.$/),
    ).toBeVisible()
  })

  it.each(['idempotency_in_flight', 'too_many_requests', 'not_signed_in'] as const)(
    'of an order that may have been placed, %s, does not say that nothing was ordered',
    async (code) => {
      const page = await renderHandMade({
        answers: (api) => api.on(createOrder, () => refuse(code)),
      })
      await page.chooseItem(/86 Diamonds/)
      await page.enterIds('player-1', 'Asha')
      await page.chooseMethod('UPI')
      await page.buy()
      const { status, message } = errorCatalogue[code]
      const shown = await around(status === 401 ? 'Session expired! Please re-login to proceed.' : message)
      expect(shown).toContain('Trying again won’t place a second order.')
      expect(shown).not.toMatch(/nothing was ordered/i)
    },
  )
})

/** Shown in another way, or caused only by a misconfigured shop. */
const ownNote = new Set<ErrorCode>([
  'ordered_already',
  'price_changed',
  'unknown_application_key',
  'payment_mode_not_supported',
])
