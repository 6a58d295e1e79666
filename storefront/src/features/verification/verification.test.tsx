import { verifyMail } from '@jhatpat/shared/contracts/sign-up.ts'
import { act, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const link = { id: '665000000000000000000001', token: 't'.repeat(43) }
const linkPath = `/verification/${link.id}/${link.token}`
const message = 'Your email address is verified.'
const validLink = (api: FakeApi) => api.on(verifyMail, () => ({ msg: message, code: 0 }))

describe('the page of a verification link', () => {
  // As the shop runs in development: every effect twice.
  beforeEach(() => configure({ reactStrictMode: true }))
  afterEach(() => configure({ reactStrictMode: false }))

  it('VER-01 verifies with one call and shows what the server says, the token gone from the address', async () => {
    const { api, address } = renderShop(linkPath, { answers: validLink })
    expect(await screen.findByRole('heading', { name: message })).toBeVisible()
    expect(api.sentTo(verifyMail)).toMatchObject([{ params: link, body: link }])
    expect(address()).toBe('/verification')
    expect(JSON.stringify(history.state)).not.toContain(link.token)
  })

  it('sends nothing again on a reload, and still shows the result', async () => {
    const { unmount } = renderShop(linkPath, { answers: validLink })
    await screen.findByRole('heading', { name: message })
    unmount()
    const { api } = renderShop(location.pathname, { keepHistory: true, answers: validLink })
    expect(await screen.findByRole('heading', { name: message })).toBeVisible()
    expect(api.sentTo(verifyMail)).toEqual([])
  })

  it('VER-02 goes to /login when code is 0', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { address } = renderShop(linkPath, { answers: validLink, fakeTimers: true })
    await screen.findByRole('heading', { name: message })
    expect(address()).toBe('/verification')
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(address()).toBe('/login')
  })

  it('VER-01 shows the message of an invalid link, and goes nowhere', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const corrupted = refuse('link_corrupted', { msg: 'The link is corrupted.', code: 1 })
    const answers = (api: FakeApi) => api.on(verifyMail, () => corrupted)
    const { address, api } = renderShop(linkPath, { answers, fakeTimers: true })
    expect(await screen.findByRole('heading', { name: 'The link is corrupted.' })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(address()).toBe('/verification')
    expect(api.sentTo(verifyMail)).toHaveLength(1)
  })

  it.each([
    ['no network', noNetwork, 'Network Error'],
    ['too many tries', () => refuse('too_many_requests'), 'Too many attempts. Wait a moment and try again.'],
  ])('keeps the link when a later answer may differ: %s', async (_what, answer, text) => {
    const { api, user } = renderShop(linkPath, { answers: (on) => on.on(verifyMail, answer) })
    expect(await screen.findByRole('heading', { name: text })).toBeVisible()
    validLink(api)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: message })).toBeVisible()
    expect(api.sentTo(verifyMail)).toHaveLength(2)
  })

  it('VER-03 sends home a logged-in user, and leaves the link valid', async () => {
    const { api, address } = renderShop(linkPath, { user: makeUser() })
    await waitFor(() => expect(address()).toBe('/home'))
    expect(api.sentTo(verifyMail)).toEqual([])
  })
})

describe('the page before the verification', () => {
  it('VER-04 VER-05 asks to verify the email, and to search the spam folder', async () => {
    renderShop('/checkverification')
    expect(await screen.findByRole('heading', { name: 'Verify your email' })).toBeVisible()
    expect(screen.getByText(/A verification email has been sent to your inbox\. Open its link/)).toBeVisible()
    expect(screen.getByText(/Check your spam folder/)).toBeVisible()
  })
})
