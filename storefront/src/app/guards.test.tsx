import { validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createRoutesFromElements, type RouteObject } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../tests/screens/shop-fixture.ts'
import AccountRoutes from './account-routes.tsx'
import { SignInPages } from './sign-in-routes.tsx'

/** Pages of a link, which may be opened while an account is signed in. */
const isForAll = (path: string) => /^\/(invitation|contact_changed|owner_change)/.test(path)
const forGuests = pagesOf(SignInPages()).filter((path) => !isForAll(path))
const forMembers = ['/pay', '/confirmation', ...pagesOf(AccountRoutes())]
const addressOf = (path: string) => path.replace(':mobile', '9876543210').replace(/:\w+/g, 'x')

describe('every page', () => {
  it('is covered by these tests', () => {
    expect(forGuests).toEqual(expect.arrayContaining(['/login', '/register', '/otplogin', '/forgetpassword']))
    expect(forMembers).toEqual(expect.arrayContaining(['/dashboard', '/orders', '/wallet', '/topup']))
  })

  it.each(forGuests)('GUARD-04 %s is for guests: a logged-in user goes home', async (path) => {
    const { address } = renderShop(addressOf(path), { user: makeUser() })
    await waitFor(() => expect(address()).toBe('/home'))
  })

  it.each(forMembers)('GUARD-04 %s needs a login, which remembers it', async (path) => {
    const { address } = renderShop(addressOf(path))
    await waitFor(() => expect(address()).toBe('/login'))
    expect(history.state.usr).toEqual({ from: expect.stringMatching(/^\/\w/) })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('GUARD-04 is remembered with its query', async () => {
    const { address } = renderShop('/walletconfirmation?client_txn_id=JT261121K7Q2MD')
    await waitFor(() => expect(address()).toBe('/login'))
    expect(history.state.usr.from).toBe('/walletconfirmation?client_txn_id=JT261121K7Q2MD')
  })
})

it('GUARD-01 shows Loading... while the check of a session is pending', async () => {
  renderShop('/orders', {
    user: makeUser(),
    answers: (api) => api.on(validateUser, () => new Promise(() => undefined)),
  })
  expect(await screen.findByText('Loading...')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'My Orders' })).not.toBeInTheDocument()
})

/** Every page address in these routes, as written there; the not-found route is left out. */
function pagesOf({ props }: { props: { children?: ReactNode } }): string[] {
  const leaves = (routes: RouteObject[], above = ''): string[] =>
    routes.flatMap(({ path = '', children }) => {
      const here = path ? `${above}/${path}` : above
      return children ? leaves(children, here) : [here]
    })
  return leaves(createRoutesFromElements(props.children)).filter((path) => path !== '/*')
}
