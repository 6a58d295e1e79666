import { logout } from '@jhatpat/shared/contracts/accounts.ts'
import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { walletBalance } from '@jhatpat/shared/contracts/wallet.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import type { FakeApi } from '../../../../tests/support/fake-api.ts'

const topBar = () => screen.findByRole('banner')

async function openUserMenu(user = makeUser()) {
  const shop = renderShop('/home', { user })
  await shop.user.click(await screen.findByRole('button', { name: `User menu of ${user.name}` }))
  return { ...shop, menu: await screen.findByRole('menu') }
}

describe('the top bar', () => {
  it('NAV-01 shows the logo', async () => {
    renderShop('/home')
    const logo = within(await topBar()).getByRole('img', { name: 'Jhatpat' })
    expect(logo).toHaveAttribute('src', '/art/logo.svg')
  })

  it('NAV-02 shows a Login button to a logged-out visitor', async () => {
    const { user, address } = renderShop('/home')
    const bar = within(await topBar())
    expect(bar.queryByRole('button', { name: /User menu/ })).not.toBeInTheDocument()
    await user.click(bar.getByRole('link', { name: 'Login' }))
    expect(address()).toBe('/login')
  })

  it('NAV-03 shows name and email in the user menu', async () => {
    const { menu } = await openUserMenu(makeUser({ name: 'Asha Rao', email: 'asha@jhatpat.test' }))
    expect(menu).toHaveTextContent('Asha Rao')
    expect(menu).toHaveTextContent('asha@jhatpat.test')
  })

  it.each([
    ['NAV-04', 'Dashboard', '/dashboard'],
    ['NAV-05', 'Wallet', '/wallet'],
    ['NAV-06', 'Orders', '/orders'],
  ])('%s offers %s in the user menu', async (_row, name, href) => {
    const { menu } = await openUserMenu()
    expect(within(menu).getByRole('menuitem', { name })).toHaveAttribute('href', href)
  })

  it('NAV-04 NAV-05 NAV-06 offer a logged-out visitor neither Dashboard nor Wallet nor Orders', async () => {
    const { user } = renderShop('/home')
    await topBar()
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await screen.findByRole('dialog', { name: 'Menu' })
    expect(screen.queryByRole('link', { name: /Dashboard|Wallet|Orders/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('navigation', { name: 'Account' })).not.toBeInTheDocument()
  })

  it('NAV-07 offers the Admin Dashboard to an admin', async () => {
    const { menu } = await openUserMenu(makeUser({ role: 'admin' }))
    expect(within(menu).getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin')
  })

  it.each(['user', 'reseller'] as const)(
    'NAV-07 does not offer the Admin Dashboard to a %s',
    async (role) => {
      const { menu } = await openUserMenu(makeUser({ role }))
      expect(within(menu).queryByText('Admin Dashboard')).not.toBeInTheDocument()
    },
  )

  it('NAV-18 offers visitors Create Account in the side menu of phones', async () => {
    const { user, address } = renderShop('/home')
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    await user.click(await screen.findByRole('link', { name: 'Create Account' }))
    await waitFor(() => expect(address()).toBe('/register'))
  })

  it('NAV-08 SESS-06 SESS-07 signs out: here, on the server, and goes to /home', async () => {
    const { menu, user, api, address } = await openUserMenu()
    await user.click(within(menu).getByRole('menuitem', { name: 'Sign out' }))
    expect(await within(await topBar()).findByRole('link', { name: 'Login' })).toBeVisible()
    expect(address()).toBe('/home')
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
    expect(api.sentTo(logout)).toMatchObject([{ token: 'token-1' }])
  })

  it('shows the balance, and a new one as soon as the server sends it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let known = 1840.5
    const { socket } = renderShop('/home', {
      user: makeUser(),
      answers: (api) => api.on(walletBalance, () => ({ balance: known })),
    })
    const wallet = await screen.findByRole('link', { name: /^Wallet balance/ })
    await waitFor(() => expect(wallet).toHaveTextContent('₹1,840.50'))
    await vi.advanceTimersByTimeAsync(2_000)
    await waitFor(() =>
      expect(socket.asked).toContainEqual({ question: 'handshake', request: { token: 'token-1' } }),
    )
    act(() => socket.send('wallet.updated', { balance: 2000, version: 7 }))
    act(() => socket.send('wallet.updated', { balance: 10, version: 6 }))
    await waitFor(() => expect(wallet).toHaveTextContent('₹2,000'))

    known = 2500
    act(() => socket.send('events.missed', {}))
    await vi.advanceTimersByTimeAsync(3_500)
    await waitFor(() => expect(wallet).toHaveTextContent('₹2,500'))
  })
})

describe('the frame', () => {
  it('gives phones a bar at the bottom for logged-in users, on a product’s page too', async () => {
    const { unmount } = renderShop('/orders', { user: makeUser() })
    const bar = await screen.findByRole('navigation', { name: 'Account' })
    expect(within(bar).getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page')
    for (const [name, href] of [
      ['Profile', '/dashboard'],
      ['Wallet', '/wallet'],
      ['Orders', '/orders'],
    ] as const)
      expect(within(bar).getByRole('link', { name })).toHaveAttribute('href', href)
    unmount()
    renderShop('/product/1', { user: makeUser() })
    await screen.findByRole('heading', { name: 'Mobile Legends' })
    expect(screen.getByRole('navigation', { name: 'Account' })).toBeInTheDocument()
  })

  it('ignores taps on that bar for 600 ms after a page change, but not keys', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, address } = renderShop('/home', { user: makeUser(), fakeTimers: true })
    const bar = within(await screen.findByRole('navigation', { name: 'Account' }))
    await user.click(bar.getByRole('link', { name: 'Orders' }))
    await waitFor(() => expect(bar.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current'))
    await user.click(bar.getByRole('link', { name: 'Profile' }))
    expect(address()).toBe('/orders')
    await vi.advanceTimersByTimeAsync(700)
    await user.click(bar.getByRole('link', { name: 'Profile' }))
    await waitFor(() => expect(address()).toBe('/dashboard'))
    // A page that opens may move the focus; this key comes after it.
    await screen.findByRole('heading', { level: 1, name: 'Profile' })
    bar.getByRole('link', { name: 'Wallet' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/wallet'))
  })

  it('keeps the rest of a burst of taps from the controls of another page', async () => {
    const { address } = renderShop('/wallet', { user: makeUser() })
    const bar = within(await screen.findByRole('navigation', { name: 'Account' }))
    const clickTab = (name: string) =>
      fireEvent.click(bar.getByRole('link', { name }), { detail: 1, clientX: 100, clientY: 700 })
    clickTab('Wallet')
    clickTab('Orders')
    await act(async () => undefined)
    expect(address()).toBe('/wallet')
  })

  it('says the copyright year 2024 in the footer', async () => {
    renderShop('/home')
    expect(await screen.findByRole('contentinfo')).toHaveTextContent('© 2024')
  })

  it('lets the keyboard skip the top bar', async () => {
    const { user } = renderShop('/home')
    await screen.findByRole('link', { name: /Mobile Legends/ })
    await user.tab()
    expect(screen.getByRole('button', { name: 'Skip to content' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('main')).toHaveFocus()
  })

  it('NAV-26 shows social links in the footer, those alone that the operator has set', async () => {
    const answering = (social: { name: string; href: string }[]) => ({
      answers: (api: FakeApi) =>
        api.on(supportContact, () => ({ contact: null, phone: null, chat: null, social })),
    })
    const { unmount } = renderShop('/home', answering([]))
    const footer = await screen.findByRole('contentinfo')
    expect(within(footer).queryByText('Follow us')).not.toBeInTheDocument()
    expect(within(footer).queryByRole('link', { name: /Instagram|YouTube|Telegram/ })).not.toBeInTheDocument()
    unmount()
    renderShop('/home', answering([{ name: 'Telegram', href: 'https://t.me/a-shop' }]))
    const link = await within(await screen.findByRole('contentinfo')).findByRole('link', { name: 'Telegram' })
    expect(link).toHaveAttribute('href', 'https://t.me/a-shop')
    expect(screen.getByText('Follow us')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Instagram' })).not.toBeInTheDocument()
  })

  it('says when a page does not exist', async () => {
    renderShop('/no/such/page')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  })

  it('says when it is offline, and how old the data is', async () => {
    renderShop('/home')
    await topBar()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(await screen.findByText(/You’re offline\. Showing data from/)).toBeVisible()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText(/You’re offline/)).not.toBeInTheDocument())
  })
})
