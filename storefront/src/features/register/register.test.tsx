import { createAccount, verifyAndRegister } from '@jhatpat/shared/contracts/sign-up.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const sentText = 'OTP sent successfully. Please verify your account.'
const verifiedText = 'Mobile number verified successfully.'
const expiredText = 'OTP has expired. Please request a new OTP.'

const typed = {
  Name: 'Kavya Krishnan',
  'Mobile number': '9845012345',
  Email: 'kavya@mail.test',
  Password: 'monsoon tram 42',
}

/** The form as the server expects it. */
const details = {
  name: typed.Name,
  mobileNumber: typed['Mobile number'],
  email: typed.Email,
  password: typed.Password,
}

const sends = (api: FakeApi) => {
  api.on(createAccount, () => ({ msg: sentText }))
  api.on(verifyAndRegister, () => ({ msg: verifiedText }))
}

async function fill(without: readonly string[] = []) {
  for (const [label, text] of Object.entries(typed)) {
    const field = await screen.findByLabelText(label)
    fireEvent.change(field, { target: { value: without.includes(label) ? '' : text } })
  }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function stepOne(answers: (api: FakeApi) => void = sends, path = '/register') {
  const shop = renderShop(path, { answers })
  await fill()
  press('Send Otp')
  return shop
}

async function stepTwo(answers: (api: FakeApi) => void = () => undefined) {
  const shop = await stepOne((api) => {
    sends(api)
    answers(api)
  })
  const code = await screen.findByLabelText(/^6-digit OTP/)
  return { ...shop, code }
}

/** Six digits are sent at once. */
function enter(code: HTMLElement, digits: string) {
  fireEvent.change(code, { target: { value: digits } })
  if (digits.length < 6) press('Verify')
}

const note = async (text: string) => (await screen.findByText(text)).closest('.inline-message')

describe('Create Account', () => {
  it('REG-01 REG-02 asks in step one of two for name, mobile number, email and password', async () => {
    renderShop('/register')
    expect(await screen.findByRole('heading', { name: 'Create Account' })).toBeVisible()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Your details',
      'Verify',
    ])
    expect(screen.getByText('Your details')).toHaveAttribute('aria-current', 'step')
    for (const label of Object.keys(typed)) expect(screen.getByLabelText(label)).toHaveValue('')
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password')
  })

  it('REG-03 REG-04 REG-10 REG-18 continues to the OTP when it was sent, and says so in green', async () => {
    const { api, code } = await stepTwo()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(screen.getByText('Verify', { selector: 'li' })).toHaveAttribute('aria-current', 'step')
    expect(await note(sentText)).toHaveClass('ok')
    expect(api.sentTo(createAccount)).toMatchObject([{ body: details }])
  })

  it('REG-05 REG-11 goes to /login 2 seconds after the number was verified', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { api, code, address } = await stepTwo()
    enter(code, '482913')
    expect(await note(verifiedText)).toHaveClass('ok')
    expect(screen.getByText(/We’ve emailed a verification link to kavya@mail.test/)).toBeVisible()
    expect(api.sentTo(verifyAndRegister)).toMatchObject([{ body: { ...details, otp: '482913' } }])
    await act(() => vi.advanceTimersByTimeAsync(1_800))
    expect(address()).toBe('/register')
    await act(() => vi.advanceTimersByTimeAsync(250))
    await waitFor(() => expect(address()).toBe('/login'))
    expect(await screen.findByLabelText('Email')).toHaveValue('kavya@mail.test')
  })

  it.each(Object.keys(typed))('REG-06 REG-19 is not sent without the %s', async (label) => {
    const { api } = renderShop('/register', { answers: sends })
    await fill([label])
    press('Send Otp')
    expect(await note('Please fill in all fields.')).toHaveClass('bad')
    expect(screen.getByLabelText(label)).toHaveFocus()
    expect(screen.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true')
    expect(api.sentTo(createAccount)).toHaveLength(0)
  })

  it('REG-07 asks for the OTP', async () => {
    const { api, code } = await stepTwo()
    enter(code, '')
    expect(await note('Please enter the OTP and Mobile Number.')).toHaveClass('bad')
    expect(api.sentTo(verifyAndRegister)).toHaveLength(0)
  })

  it('REG-08 takes a mobile number of ten digits', async () => {
    const { api } = renderShop('/register', { answers: sends })
    await fill()
    const mobile = screen.getByLabelText('Mobile number')
    expect(mobile).toHaveAttribute('pattern', '[0-9]{10}')
    fireEvent.change(mobile, { target: { value: '98450' } })
    press('Send Otp')
    expect(await note('Please enter a valid mobile number.')).toHaveClass('bad')
    expect(api.sentTo(createAccount)).toHaveLength(0)
    fireEvent.change(mobile, { target: { value: '+91 98450 12345' } })
    expect(mobile).toHaveValue('9845012345')
  })

  it('REG-09 goes back to step one when the OTP has expired, with what was typed', async () => {
    const { code } = await stepTwo((api) => api.on(verifyAndRegister, () => refuse('otp_expired')))
    enter(code, '111111')
    expect(await note(expiredText)).toHaveClass('bad')
    expect(screen.getByText('Your details')).toHaveAttribute('aria-current', 'step')
    for (const [label, text] of Object.entries(typed)) expect(screen.getByLabelText(label)).toHaveValue(text)
    press('Send Otp')
    expect(await screen.findByLabelText(/^6-digit OTP/)).toHaveValue('')
  })

  it('goes back to step one after five wrong tries, and calls them that', async () => {
    const { code } = await stepTwo((api) =>
      api.on(verifyAndRegister, () => refuse('otp_expired', { triesLeft: 0 })),
    )
    enter(code, '111111')
    expect(await note('Five wrong tries. This OTP no longer works.')).toHaveClass('bad')
    expect(await screen.findByLabelText('Name')).toBeVisible()
  })

  it('stays at step two when the OTP is wrong, for another try', async () => {
    const { code } = await stepTwo((api) => api.on(verifyAndRegister, () => refuse('otp_mismatch')))
    enter(code, '111111')
    expect(await note('Incorrect OTP. Check it and try again.')).toHaveClass('bad')
    await waitFor(() => expect(code).toHaveValue(''))
    expect(code).toHaveFocus()
  })

  it('REG-12 shows why the registration was refused, at the field it is about', async () => {
    const message = 'The password needs at least 8 characters.'
    await stepOne((api) =>
      api.on(createAccount, () => refuse('invalid_request', { message, field: 'password' })),
    )
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
  })

  const silent = () => Response.json({ code: 'internal' }, { status: 500 })

  it('REG-13 has words of its own for a registration that is refused without any', async () => {
    await stepOne((api) => api.on(createAccount, silent))
    expect(await note('Registration failed. Please try again.')).toHaveClass('bad')
  })

  it('REG-15 has words of its own for a verification that is refused without any', async () => {
    enter((await stepTwo((api) => api.on(verifyAndRegister, silent))).code, '111111')
    expect(await note('Verification failed. Please try again.')).toHaveClass('bad')
  })

  it('REG-14 shows why the verification was refused', async () => {
    const { code } = await stepTwo((api) => api.on(verifyAndRegister, () => refuse('too_many_requests')))
    enter(code, '111111')
    expect(await note('Too many attempts. Wait a moment and try again.')).toHaveClass('bad')
  })

  it.each([
    ['the registration', createAccount],
    ['the verification', verifyAndRegister],
  ] as const)('REG-16 says Something went wrong. when no answer comes to %s', async (_what, route) => {
    if (route === createAccount) await stepOne((api) => api.on(createAccount, noNetwork))
    else enter((await stepTwo((api) => api.on(verifyAndRegister, noNetwork))).code, '111111')
    expect(await note('Something went wrong. Please try again.')).toHaveClass('bad')
  })

  it('REG-17 clears its message after 5 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await stepTwo()
    await screen.findByText(sentText)
    await act(() => vi.advanceTimersByTimeAsync(4_800))
    expect(screen.getByText(sentText)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(250))
    expect(screen.queryByText(sentText)).not.toBeInTheDocument()
  })

  it('sends the OTP again after five minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { api } = await stepTwo()
    expect(await screen.findByRole('button', { name: 'Resend OTP in 05:00' })).toBeDisabled()
    await act(() => vi.advanceTimersByTimeAsync(301_000))
    press('Resend OTP')
    await waitFor(() => expect(api.sentTo(createAccount)).toHaveLength(2))
  })

  it('GUARD-04 remembers the return path until the login', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { address } = renderShop('/topup', { answers: sends })
    fireEvent.click(await screen.findByRole('link', { name: 'Create Account' }))
    await fill()
    press('Send Otp')
    enter(await screen.findByLabelText(/^6-digit OTP/), '482913')
    await screen.findByText(verifiedText)
    await act(() => vi.advanceTimersByTimeAsync(2_100))
    await waitFor(() => expect(address()).toBe('/login'))
    expect(history.state.usr).toMatchObject({ from: '/topup' })
  })
})
