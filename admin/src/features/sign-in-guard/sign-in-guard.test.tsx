import { validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { stats } from '@jhatpat/shared/contracts/admin.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noNetwork, on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'

const refusesRole = [
  on(validateUser, () => refuse('forbidden', { message: 'You don’t have permission for this.' })),
]

afterEach(() => {
  vi.useRealTimers()
})

/** Advances the time until the check is retried. */
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

describe('the guard of the admin app', () => {
  it('GUARD-01 shows Loading... while the check is pending', () => {
    renderAdmin('/', { calls: [on(validateUser, () => new Promise(() => undefined))] })
    expect(screen.getByText('Loading...')).toBeInTheDocument()
    expect(screen.queryByText('Welcome Admin')).not.toBeInTheDocument()
  })

  it('GUARD-05 GUARD-06 sends the token and the role, and then shows the screen', async () => {
    const { api } = renderAdmin('/')
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
    const [check] = api.sentTo(validateUser)
    expect(check?.body).toEqual({ requiredRoles: ['admin'] })
    expect(check?.token).toBe('token-1')
  })

  it('GUARD-02 GUARD-03 GUARD-04 empties local storage and goes to /login, which returns here', async () => {
    const { browser } = renderAdmin('/orders?show=late', { calls: refusesRole, storage: { other: 'thing' } })
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledTimes(1))
    const address = new URL(browser.leaveTo.mock.calls[0]![0], 'http://shop')
    expect(address.pathname).toBe('/login')
    expect(address.searchParams.get('from')).toBe('/admin/orders?show=late')
    expect(address.searchParams.get('reason')).toBe('role')
    expect(localStorage.length).toBe(0)
    expect(screen.queryByText('Welcome Admin')).not.toBeInTheDocument()
  })

  it.each(['user', 'reseller'] as const)(
    'GUARD-09 does not admit a %s, even when the answer is a success',
    async (role) => {
      const { browser } = renderAdmin('/', { calls: [on(validateUser, () => ({ role }))] })
      await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('/login?from=%2Fadmin&reason=role'))
      expect(screen.queryByText('Welcome Admin')).not.toBeInTheDocument()
    },
  )

  it.each([500, 503, 404, 429])('GUARD-01 keeps the session through a %i, and shows so', async (status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { browser } = renderAdmin('/', {
      calls: [on(validateUser, () => new Response('Restarting.', { status }))],
    })
    await pass(4)
    expect(await screen.findByText(/You’re still signed in/)).toBeInTheDocument()
    expect(localStorage.getItem('token')).toBe('token-1')
    expect(browser.leaveTo).not.toHaveBeenCalled()
  })

  it('GUARD-01 keeps the session without a network, and continues once there is an answer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isDown = true
    const { browser } = renderAdmin('/', {
      calls: [on(validateUser, () => (isDown ? noNetwork() : { role: 'admin' as const }))],
    })
    await pass(4)
    expect(await screen.findByText(/You’re still signed in/)).toBeInTheDocument()
    isDown = false
    await pass(4)
    expect(await screen.findByText('Welcome Admin')).toBeInTheDocument()
    expect(browser.leaveTo).not.toHaveBeenCalled()
  })

  it('GUARD-03 sends a visitor without a session to /login without a call to the server', async () => {
    const { browser, api } = renderAdmin('/', { signedIn: false })
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('/login?from=%2Fadmin'))
    expect(api.sent).toEqual([])
  })

  it('sends an admin away when the session ends while a screen is open', async () => {
    let over = false
    const { browser, services } = renderAdmin('/', {
      calls: [
        on(stats, () =>
          over
            ? refuse('session_expired', { message: 'Token has expired. Please login again.' })
            : { ...zero },
        ),
      ],
    })
    await screen.findByText('Total orders')
    over = true
    await services.queries.refetchQueries({ queryKey: ['admin', 'stats'] })
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('/login?from=%2Fadmin'))
    expect(localStorage.length).toBe(0)
  })
})

const zero = { total_order: 0, completed: 0, refunded: 0, processing: 0, total_sale: 0 }
