import { forgetPassword, resetPassword } from '@jhatpat/shared/contracts/sign-up.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const message = 'If this email has an account, a link is on its way.'
const link = { id: '665000000000000000000001', token: 't'.repeat(43) }
const linkPath = `/reset_password/${link.id}/${link.token}`

describe('the page of a forgotten password', () => {
  async function ask(answers: (api: FakeApi) => void) {
    const shop = renderShop('/forgetpassword', { answers, fakeTimers: vi.isFakeTimers() })
    await shop.user.type(await screen.findByLabelText('Registered email'), 'asha@jhatpat.test')
    await shop.user.click(screen.getByRole('button', { name: 'Send the link' }))
    return shop
  }

  it('PW-01 sends the registered email and shows what the server says', async () => {
    const { api } = await ask((on) => on.on(forgetPassword, () => ({ msg: message })))
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    expect(screen.getByText(new RegExp(message))).toBeVisible()
    expect(api.sentTo(forgetPassword).map(({ body }) => body)).toEqual([{ email: 'asha@jhatpat.test' }])
  })

  it('sends the link again after a minute, and not before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { api, user } = await ask((on) => on.on(forgetPassword, () => ({ msg: message })))
    const again = await screen.findByRole('button', { name: /Resend/ })
    expect(again).toBeDisabled()
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    await user.click(again)
    await waitFor(() => expect(api.sentTo(forgetPassword)).toHaveLength(2))
    expect(again).toBeDisabled()
  })

  it.each([
    ['a refusal', () => refuse('too_many_requests'), 'Too many attempts. Wait a moment and try again.'],
    ['no network', noNetwork, 'Network Error'],
  ])('shows the error, and keeps the input: %s', async (_what, answer, text) => {
    await ask((on) => on.on(forgetPassword, answer))
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getByLabelText('Registered email')).toHaveValue('asha@jhatpat.test')
  })

  it('PW-02 sends home a logged-in user', async () => {
    const { address } = renderShop('/forgetpassword', { user: makeUser() })
    await waitFor(() => expect(address()).toBe('/home'))
  })
})

describe('the page of a new password', () => {
  async function save(answers: (api: FakeApi) => void) {
    const shop = renderShop(linkPath, { answers, fakeTimers: vi.isFakeTimers() })
    await shop.user.type(await screen.findByLabelText('New password'), 'three auto rides')
    await shop.user.click(screen.getByRole('button', { name: 'Save password' }))
    return shop
  }
  const changed = (api: FakeApi) => api.on(resetPassword, () => ({ msg: 'It is changed.', code: 0 }))

  it('PW-03 takes the token out of the address at once, and sends it with the new password', async () => {
    const { api, address } = await save(changed)
    expect(address()).toBe('/reset_password')
    await waitFor(() =>
      expect(api.sentTo(resetPassword)).toMatchObject([
        { params: link, body: { password: 'three auto rides' } },
      ]),
    )
    expect(await screen.findByText(/It is changed\./)).toBeVisible()
    expect(JSON.stringify(history.state)).not.toContain(link.token)
  })

  it('keeps the link over a reload before it is used', async () => {
    const { unmount } = renderShop(linkPath)
    await screen.findByLabelText('New password')
    unmount()
    renderShop(location.pathname, { keepHistory: true, answers: changed })
    expect(await screen.findByLabelText('New password')).toBeVisible()
  })

  it('PW-04 sends home a logged-in user without a request', async () => {
    const { address, api } = renderShop(linkPath, { user: makeUser() })
    await waitFor(() => expect(address()).toBe('/home'))
    expect(api.sentTo(resetPassword)).toEqual([])
  })

  it('PW-05 goes to the login 2 s after the reset', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { address } = await save(changed)
    await screen.findByText(/It is changed\./)
    await act(() => vi.advanceTimersByTimeAsync(1_800))
    expect(address()).toBe('/reset_password')
    await act(() => vi.advanceTimersByTimeAsync(250))
    expect(address()).toBe('/login')
  })

  it("PW-06 offers to regenerate the link when 'The link is corrupted.'", async () => {
    const { address, user } = await save((on) =>
      on.on(resetPassword, () => refuse('link_corrupted', { msg: 'The link is corrupted.', code: 1 })),
    )
    expect(await screen.findByRole('heading', { name: 'The link is corrupted.' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Regenerate Link' }))
    await waitFor(() => expect(address()).toBe('/forgetpassword'))
  })

  it('PW-06 says so too of an address without a link', async () => {
    renderShop('/reset_password')
    expect(await screen.findByRole('link', { name: 'Regenerate Link' })).toBeVisible()
  })

  it.each([
    ['password_common', 'This password is too common. Choose a different one.'],
    ['too_many_requests', 'Too many attempts. Wait a moment and try again.'],
  ] as const)('PW-07 shows any other message, and the link stays good: %s', async (code, text) => {
    const { api, user } = await save((on) => on.on(resetPassword, () => refuse(code)))
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    changed(api)
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    expect(await screen.findByText(/It is changed\./)).toBeVisible()
  })
})
