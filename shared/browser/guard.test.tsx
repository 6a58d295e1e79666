import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeUser } from '../../tests/screens/shop-fixture.ts'
import { createFakeApi, noNetwork, refuse } from '../../tests/support/fake-api.ts'
import { validateUser } from '../contracts/accounts.ts'
import { RequireRole } from './guard.tsx'
import { createServices, ServicesProvider } from './services.tsx'
import { forgetUser, storeSession } from './session.ts'

const asha = makeUser()

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Answer = () => ReturnType<typeof refuse> | { role: 'user' | 'admin' } | Promise<{ role: 'user' }>

const lets = () => ({ role: 'user' as const })

/** A customer page with Asha's session, which the server judges by `answer`. */
function openPage(answer: Answer) {
  const api = createFakeApi()
  api.on(validateUser, answer)
  vi.stubGlobal('fetch', api.fetch)
  const services = createServices()
  storeSession(services.store, { token: 'token-1', user: asha })
  const onRefused = vi.fn<() => void>()
  render(
    <ServicesProvider services={services}>
      <RequireRole roles={['user']} onRefused={onRefused}>
        My Orders
      </RequireRole>
    </ServicesProvider>,
  )
  return { api, services, onRefused, page: () => screen.queryByText('My Orders') }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function network(isThere: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

describe('the session check', () => {
  it.each(['session_expired', 'not_signed_in', 'forbidden', 'account_blocked'] as const)(
    'ends the session at %s',
    async (code) => {
      const { onRefused, page } = openPage(() => refuse(code))
      await vi.waitFor(() => expect(onRefused).toHaveBeenCalledTimes(1))
      expect(localStorage).toHaveLength(0)
      expect(page()).toBeNull()
    },
  )

  it('ends the session when the role is not one of the required roles', async () => {
    const { onRefused, page } = openPage(() => ({ role: 'admin' }))
    await vi.waitFor(() => expect(onRefused).toHaveBeenCalledTimes(1))
    expect(page()).toBeNull()
  })

  it.each([
    ['no answer', noNetwork],
    ['a failure', () => refuse('internal')],
    ['a service that is down', () => refuse('service_unavailable')],
    ['too many calls', () => refuse('too_many_requests')],
  ] as const)('keeps the session through %s, shows a message, and checks again', async (_what, answer) => {
    const { api, onRefused } = openPage(answer)
    expect(screen.getByText('Loading...')).toBeVisible()
    await pass(3_500)
    expect(screen.getByText(/^We can’t reach Jhatpat right now\. You’re still signed in/)).toBeVisible()
    expect(onRefused).not.toHaveBeenCalled()
    expect(localStorage.getItem('token')).toBe('token-1')
    api.on(validateUser, lets)
    await pass(3_500)
    expect(await screen.findByText('My Orders')).toBeVisible()
  })

  it('keeps the session offline, shows a message, and checks at once when the network is back', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { api } = openPage(noNetwork)
    expect(await screen.findByText(/^You’re offline\. This page loads automatically/)).toBeVisible()
    await pass(500)
    expect(localStorage.getItem('token')).toBe('token-1')
    const checks = api.sentTo(validateUser).length
    api.on(validateUser, lets)
    network(true)
    await pass(100)
    expect(await screen.findByText('My Orders')).toBeVisible()
    expect(api.sentTo(validateUser)).toHaveLength(checks + 1)
  })

  it('leaves an open page in place when the network comes and goes', async () => {
    const { api, page } = openPage(lets)
    await screen.findByText('My Orders')
    api.on(validateUser, () => refuse('internal'))
    network(false)
    network(true)
    await pass(100)
    expect(page()).toBeVisible()
    expect(api.sentTo(validateUser)).toHaveLength(1)
  })

  it('checks again for another person, and shows the page only afterwards', async () => {
    const { api, services, page } = openPage(lets)
    await screen.findByText('My Orders')
    api.on(validateUser, () => new Promise(() => undefined))
    act(() =>
      storeSession(services.store, { token: 'token-2', user: makeUser({ _id: '665000000000000000000002' }) }),
    )
    expect(page()).toBeNull()
    await vi.waitFor(() => expect(api.sentTo(validateUser).at(-1)?.token).toBe('token-2'))
  })

  it('uses the session that another tab has opened while the old one was refused', async () => {
    let answer: (refusal: ReturnType<typeof refuse>) => void = () => undefined
    const refused = () => new Promise<never>((resolve) => (answer = resolve as typeof answer))
    const { api, onRefused } = openPage(refused)
    await vi.waitFor(() => expect(api.sentTo(validateUser)).toHaveLength(1))
    localStorage.setItem('token', 'token-2')
    api.on(validateUser, lets)
    answer(refuse('not_signed_in'))
    expect(await screen.findByText('My Orders')).toBeVisible()
    expect(onRefused).not.toHaveBeenCalled()
    expect(api.sentTo(validateUser).at(-1)?.token).toBe('token-2')
  })

  it('ends the session when another tab has signed out', async () => {
    const { onRefused, page } = openPage(lets)
    await screen.findByText('My Orders')
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    await pass(200)
    expect(page()).toBeNull()
    expect(onRefused).toHaveBeenCalledTimes(1)
  })

  it('does not open the login page after a deliberate sign-out', async () => {
    const { services, onRefused, page } = openPage(lets)
    await screen.findByText('My Orders')
    act(() => forgetUser(services.store))
    expect(page()).toBeNull()
    expect(onRefused).not.toHaveBeenCalled()
  })
})
