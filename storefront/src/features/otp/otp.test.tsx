import { otpLogin, otpTimer, verifyOtp } from '@jhatpat/shared/contracts/sign-up.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const mobile = '9876543210'
const answers = (api: FakeApi, timer = 580_000) => {
  api.on(otpLogin, () => ({
    success: true,
    message: 'If this number has an account, an OTP is on its way to it.',
  }))
  api.on(otpTimer, () => ({ success: true, timer, message: 'The OTP is still good.' }))
  api.on(verifyOtp, () => ({
    success: true,
    message: 'Signed in.',
    token: 'token-2',
    user: makeUser(),
    expiresAt: '2026-11-21T18:00:00.000Z',
  }))
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

async function askFor(number: string, path = '/otplogin') {
  const shop = renderShop(path, { answers })
  fireEvent.change(await screen.findByLabelText('Mobile number'), { target: { value: number } })
  press('Send Otp')
  return shop
}

async function atCode(more: (api: FakeApi) => void = () => undefined, timer = 580_000) {
  const shop = renderShop(`/otpverify/${mobile}`, {
    answers: (api) => {
      answers(api, timer)
      more(api)
    },
  })
  const code = await screen.findByLabelText('6-digit OTP')
  return { ...shop, code }
}

/** Six digits are sent at once. */
function enter(code: HTMLElement, digits: string) {
  fireEvent.change(code, { target: { value: digits } })
  if (digits.length < 6) press('Verify')
}

describe('login with phone', () => {
  it('E22 takes a whole OTP that is pasted among other digits, with what was copied around it', async () => {
    const { code, user, api } = await atCode()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await user.type(code, '98')
    await user.type(code, '{ArrowLeft}')
    await user.paste('Your OTP is 482 913.')
    await waitFor(() => expect(api.sentTo(verifyOtp)).toMatchObject([{ body: { otp: '482913' } }]))
  })

  it('OTP-01 sends an OTP to the mobile number and continues to its entry', async () => {
    const { api, address } = await askFor(mobile)
    await waitFor(() => expect(address()).toBe(`/otpverify/${mobile}`))
    expect(api.sentTo(otpLogin)).toMatchObject([{ body: { mobile } }])
  })

  it.each(['', '98765', '987654321'])('OTP-02 does not take %j for a mobile number', async (number) => {
    const { api, address } = await askFor(number)
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a valid mobile number.')
    expect(address()).toBe('/otplogin')
    expect(api.sentTo(otpLogin)).toHaveLength(0)
  })

  it('says why no OTP was sent, and when one can be', async () => {
    const reply = { code: 'too_many_requests', message: 'Too many attempts. Wait a moment and try again.' }
    const refused = () => Response.json(reply, { status: 429, headers: { 'retry-after': '700' } })
    const { api, user } = renderShop('/otplogin', { answers: (fake) => fake.on(otpLogin, refused) })
    await user.type(await screen.findByLabelText('Mobile number'), mobile)
    press('Send Otp')
    expect(await screen.findByText(/^Too many attempts/)).toBeVisible()
    expect(screen.getByText('Try again in 12 minutes.')).toBeVisible()
    expect(api.sentTo(otpLogin)).toHaveLength(1)
  })

  it('GUARD-04 returns to the previous page, by way of the OTP', async () => {
    const { address } = renderShop('/wallet', { answers })
    fireEvent.click(await screen.findByRole('link', { name: 'Log in with phone' }))
    fireEvent.change(await screen.findByLabelText('Mobile number'), { target: { value: mobile } })
    press('Send Otp')
    enter(await screen.findByLabelText('6-digit OTP'), '482913')
    await waitFor(() => expect(address()).toBe('/wallet'))
  })
})

describe('the entry of the OTP', () => {
  it('OTP-03 logs in by a 6-digit OTP', async () => {
    const { api, code, address } = await atCode()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(code).toHaveAttribute('inputmode', 'numeric')
    enter(code, '482913')
    await waitFor(() => expect(address()).toBe('/home'))
    expect(api.sentTo(verifyOtp)).toMatchObject([{ body: { mobile, otp: '482913' } }])
    expect(localStorage.getItem('token')).toBe('token-2')
  })

  it('sends the sixth digit at once, and an OTP once', async () => {
    const { api, code, user } = await atCode((api) => api.on(verifyOtp, () => new Promise(() => undefined)))
    await user.type(code, '48291')
    expect(api.sentTo(verifyOtp)).toEqual([])
    await user.type(code, '3')
    await waitFor(() => expect(api.sentTo(verifyOtp)).toMatchObject([{ body: { mobile, otp: '482913' } }]))
    await user.keyboard('{Enter}')
    fireEvent.submit(code.closest('form') as HTMLFormElement)
    expect(api.sentTo(verifyOtp)).toHaveLength(1)
  })

  it.each([
    [3, '3 tries left.'],
    [1, '1 try left.'],
  ])('says how many tries are left: %i', async (triesLeft, text) => {
    const { code } = await atCode((api) => api.on(verifyOtp, () => refuse('otp_mismatch', { triesLeft })))
    enter(code, '111111')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Incorrect OTP. Check it and try again.${text}`,
    )
  })

  it.each(['otp_mismatch', 'otp_expired'] as const)(
    'calls five wrong tries that, and takes no further one: %s',
    async (refusalCode) => {
      const { api, code, user } = await atCode((fake) =>
        fake.on(verifyOtp, () => refuse(refusalCode, { triesLeft: 0 })),
      )
      enter(code, '111111')
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Five wrong tries. This OTP no longer works.Request a new one.',
      )
      expect(screen.getByRole('button', { name: 'Verify' })).toBeDisabled()
      expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeEnabled()
      await user.type(code, '222222')
      expect(api.sentTo(verifyOtp)).toHaveLength(1)
    },
  )

  it.each(['', '48291'])('OTP-04 does not send %j', async (digits) => {
    const { code } = await atCode()
    await screen.findByRole('timer')
    const asked = vi.spyOn(globalThis, 'fetch')
    enter(code, digits)
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a valid OTP.')
    expect(asked).not.toHaveBeenCalled()
    expect(code).toHaveValue(digits)
  })

  it('OTP-05 OTP-08 sends another OTP, and says that it was sent', async () => {
    const { api } = await atCode(undefined, 290_000)
    expect(await screen.findByText(/^OTP sent\./)).toBeVisible()
    expect(await screen.findByText('04:50')).toBeVisible()
    api.on(otpTimer, () => ({ success: true, timer: 600_000, message: 'The OTP is still good.' }))
    press('Resend OTP')
    expect(await screen.findByText(/^If your last OTP is still valid/)).toBeVisible()
    expect(api.sentTo(otpLogin)).toMatchObject([{ body: { mobile } }])
    expect(await screen.findByText('10:00')).toBeVisible()
  })

  it('can be resent five minutes after it was sent', async () => {
    await atCode(undefined, 580_000)
    expect(await screen.findByRole('button', { name: 'Resend OTP in 04:40' })).toBeDisabled()
  })

  it('counts down to the server’s resend time', async () => {
    const { api } = await atCode(undefined, 290_000)
    const message = 'If this number has an account, an OTP is on its way to it.'
    api.on(otpLogin, () => ({ success: true, message, retryAfter: 240 }))
    await screen.findByText('04:50')
    press('Resend OTP')
    expect(await screen.findByRole('button', { name: /^Resend OTP in 0(4:00|3:59)$/ })).toBeDisabled()
  })

  it('OTP-06 OTP-07 counts down by the second, as mm:ss, from what the server says', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.setSystemTime('1999-01-01')
    const { api } = await atCode(undefined, 102_000)
    const timer = await screen.findByRole('timer')
    expect(timer).toHaveTextContent('01:42')
    expect(api.sentTo(otpTimer)[0]).toMatchObject({ body: { mobile } })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(timer).toHaveTextContent('01:41')
    await act(() => vi.advanceTimersByTimeAsync(40_000))
    expect(timer).toHaveTextContent('01:01')
    // The phone's clock is set meanwhile.
    vi.setSystemTime('2030-01-01')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(timer).toHaveTextContent('01:00')
  })

  it('says that the OTP has expired when its time has ended', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await atCode(undefined, 2_000)
    await screen.findByRole('timer')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.getByRole('alert')).toHaveTextContent('OTP has expired. Please request a new OTP.')
    expect(screen.queryByRole('timer')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeEnabled()
  })

  it('does not say that an OTP was sent before that is known', async () => {
    await atCode((api) => api.on(otpTimer, () => new Promise(() => undefined)))
    expect(screen.queryByText(/OTP sent/)).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Resend/ })).toBeDisabled()
  })

  it('OTP-09 says so when the timer cannot be fetched', async () => {
    await atCode((api) => api.on(otpTimer, noNetwork))
    const text = 'An error occurred while fetching the timer.'
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeEnabled()
  })

  it('says that the OTP is wrong, for another try', async () => {
    const { code } = await atCode((api) => api.on(verifyOtp, () => refuse('otp_mismatch')))
    enter(code, '111111')
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect OTP. Check it and try again.')
    await waitFor(() => expect(code).toHaveValue(''))
    expect(code).toHaveFocus()
  })

  it('offers another OTP at once when this one can no longer be used', async () => {
    const { code } = await atCode((api) => api.on(verifyOtp, () => refuse('otp_expired')))
    expect(await screen.findByRole('button', { name: /^Resend OTP in/ })).toBeDisabled()
    enter(code, '111111')
    expect(await screen.findByRole('alert')).toHaveTextContent('OTP has expired. Please request a new OTP.')
    expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeEnabled()
  })

  it('LOGIN-10 sends a user whose e-mail is not verified to /checkverification', async () => {
    const { code, address } = await atCode((api) => api.on(verifyOtp, () => refuse('email_unverified')))
    enter(code, '482913')
    await waitFor(() => expect(address()).toBe('/checkverification'))
  })

  it('keeps its number over a reload, and redirects a logged-in user home', async () => {
    const { unmount } = await atCode()
    unmount()
    renderShop(`/otpverify/${mobile}`, { answers })
    expect(await screen.findByText('+91 98765 43210')).toBeVisible()
    fireEvent.click(screen.getByRole('link', { name: 'Change number' }))
    expect(await screen.findByLabelText('Mobile number')).toHaveValue(mobile)
  })

  it('does not exist for an invalid mobile number', async () => {
    const { address } = renderShop('/otpverify/12ab')
    await waitFor(() => expect(address()).toBe('/otplogin'))
  })
})

it.each(['/otplogin', `/otpverify/${mobile}`, '/register'])(
  'GUARD-04 %s sends home a user who is logged in already',
  async (path) => {
    const { address } = renderShop(path, { user: makeUser() })
    await waitFor(() => expect(address()).toBe('/home'))
  },
)
