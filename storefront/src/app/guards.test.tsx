import { validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { orderList } from '@jhatpat/shared/contracts/orders.ts'
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createRoutesFromElements, type RouteObject } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { anOrder, aUser } from '../../../tests/screens/a-shop.ts'
import { renderShop } from '../../../tests/screens/render-shop.tsx'
import { noNetwork, refuse } from '../../../tests/support/fake-api.ts'
import AccountRoutes from './account-routes.tsx'
import EntryRoutes from './entry-routes.tsx'

const forGuests = pagesOf(EntryRoutes())
const forMembers = ['/pay', '/confirmation', ...pagesOf(AccountRoutes())]
const addressOf = (path: string) => path.replace(':mobile', '9876543210').replace(/:\w+/g, 'x')

describe('every page', () => {
  it('is known to these tests', () => {
    expect(forGuests).toEqual(expect.arrayContaining(['/login', '/register', '/otplogin', '/forgetpassword']))
    expect(forMembers).toEqual(expect.arrayContaining(['/dashboard', '/orders', '/wallet', '/topup']))
  })

  it.each(forGuests)('GUARD-04 %s is for guests: who is logged in goes home', async (path) => {
    const { address } = renderShop(addressOf(path), { user: aUser() })
    await waitFor(() => expect(address()).toBe('/home'))
  })

  it.each(forMembers)('GUARD-04 %s needs a login, which remembers it', async (path) => {
    const { address } = renderShop(addressOf(path))
    await waitFor(() => expect(address()).toBe('/login'))
    expect(history.state.usr.from).toMatch(/^\/\w/)
  })

  it('GUARD-04 is remembered with its query', async () => {
    const { address } = renderShop('/walletconfirmation?client_txn_id=JT261121K7Q2MD')
    await waitFor(() => expect(address()).toBe('/login'))
    expect(history.state.usr.from).toBe('/walletconfirmation?client_txn_id=JT261121K7Q2MD')
  })
})

describe('the check of a session', () => {
  const pending = () => new Promise<never>(() => undefined)
  const atOrders = (answer: () => ReturnType<typeof refuse> | { role: 'user' } | Promise<never>) =>
    renderShop('/orders', {
      user: aUser(),
      answers: (api) => {
        api.on(validateUser, answer)
        api.on(orderList, () => [anOrder()])
      },
    })

  it('GUARD-01 shows Loading... while it is pending', async () => {
    atOrders(pending)
    expect(await screen.findByText('Loading...')).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'My Orders' })).not.toBeInTheDocument()
  })

  it.each(['session_expired', 'not_signed_in', 'forbidden', 'account_blocked'] as const)(
    'ends it at %s alone',
    async (code) => {
      const { address } = atOrders(() => refuse(code))
      await waitFor(() => expect(address()).toBe('/login'))
      expect(localStorage).toHaveLength(0)
    },
  )

  it.each([
    ['no answer', noNetwork],
    ['a failure', () => refuse('internal')],
    ['a service that is down', () => refuse('service_unavailable')],
    ['too many calls', () => refuse('too_many_requests')],
  ] as const)('keeps it through %s, says so, and asks again', async (_what, answer) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { api, address } = atOrders(answer)
    await screen.findByText('Loading...')
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    expect(await screen.findByText(/^The shop does not answer\. You stay signed in/)).toBeVisible()
    expect(address()).toBe('/orders')
    expect(localStorage.getItem('token')).toBe('token-1')
    api.on(validateUser, () => ({ role: 'user' as const }))
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    expect(await screen.findByRole('heading', { name: 'My Orders' })).toBeVisible()
  })

  it('keeps it offline, says so, and asks at once when the network is back', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { api } = atOrders(noNetwork)
    expect(await screen.findByText(/^You are offline\. You stay signed in/)).toBeVisible()
    expect(localStorage.getItem('token')).toBe('token-1')
    api.on(validateUser, () => ({ role: 'user' as const }))
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    expect(await screen.findByRole('heading', { name: 'My Orders' }, { timeout: 1_500 })).toBeVisible()
  })

  it('does not take an open page away when the network comes and goes', async () => {
    const { api } = atOrders(() => ({ role: 'user' }))
    await screen.findByRole('heading', { name: 'My Orders' })
    api.on(validateUser, () => refuse('internal'))
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    expect(screen.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    expect(api.sentTo(validateUser)).toHaveLength(1)
  })
})

/** Every address of a page in these routes, as it is written there; what is none of them is no page. */
function pagesOf({ props }: { props: { children?: ReactNode } }): string[] {
  const leaves = (routes: RouteObject[], above = ''): string[] =>
    routes.flatMap(({ path = '', children }) => {
      const here = path ? `${above}/${path}` : above
      return children ? leaves(children, here) : [here]
    })
  return leaves(createRoutesFromElements(props.children)).filter((path) => path !== '/*')
}
