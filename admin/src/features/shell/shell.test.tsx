import { logout } from '@jhatpat/shared/contracts/accounts.ts'
import { opsToken } from '@jhatpat/shared/contracts/admin.ts'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { screens } from '../../app/nav.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from '../board/board-order-fixture.ts'

/** The specification's sub-routes, below `/admin`. It gives no names for those that view or create. */
const specified = [
  ['Dashboard', '/'],
  ['Pending Orders', '/orders'],
  ['All Orders', '/txn'],
  ['Wallet Transactions', '/wallettxn'],
  ['User Data', '/usersdata'],
  ['Update Products and Items', '/price'],
  ['View Products', '/viewproducts'],
  ['Create Product', '/createproduct'],
  ['View Items', '/viewitems'],
  ['Create Items', '/createitems'],
  ['Gallery', '/admingallery'],
]

const openPersonMenu = async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name: /^Meera/ }))

describe('the frame of the back office', () => {
  it('ADM-01 titles the side menu Welcome Admin', async () => {
    renderAdmin('/')
    const menu = await screen.findByRole('navigation', { name: 'Admin' })
    expect(within(menu).getByRole('heading', { name: 'Welcome Admin' })).toBeInTheDocument()
  })

  it('ADM-01 links to the eleven screens of the specification by name, in the menu’s order', async () => {
    const { user } = renderAdmin('/tickets')
    const menu = await screen.findByRole('navigation', { name: 'Admin' })
    const addresses = new Set(specified.map(([, path]) => path))
    const links = within(menu)
      .getAllByRole('link')
      .filter((link) => addresses.has(link.getAttribute('href') ?? ''))
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(specified)
    for (const [index, link] of links.entries()) {
      await user.click(link)
      const [label = ''] = specified[index] ?? []
      expect(await screen.findByRole('heading', { level: 1, name: label })).toBeInTheDocument()
    }
  })

  it('opens every screen of the list from its line in the menu', async () => {
    const { user } = renderAdmin('/orders')
    const menu = await screen.findByRole('navigation', { name: 'Admin' })
    for (const { label } of screens) {
      await user.click(within(menu).getByRole('link', { name: new RegExp(`^${label}`) }))
      expect(await screen.findByRole('heading', { level: 1, name: label })).toBeInTheDocument()
    }
  })

  it('has a plus that creates a record beside its list, under its heading', async () => {
    const { user } = renderAdmin('/orders')
    const menu = await screen.findByRole('navigation', { name: 'Admin' })
    const headings = within(menu).getAllByRole('heading', { level: 3 })
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Orders and users',
      'Catalogue',
      'Finance',
      'System',
    ])
    const lines = [...menu.querySelectorAll('.side-line')].map((line) => within(line as HTMLElement))
    const beside = lines.filter((line) => line.getAllByRole('link').length > 1)
    expect(beside.map((line) => line.getAllByRole('link').map(({ textContent }) => textContent))).toEqual([
      ['View Products', 'Create Product'],
      ['View Items', 'Create Items'],
    ])
    await user.click(within(menu).getByRole('link', { name: 'Create Items' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Items' })).toBeInTheDocument()
  })

  it('ADM-02 opens the menu from a button, and closes it when a screen is chosen', async () => {
    const { user } = renderAdmin('/')
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    const drawer = screen.getByRole('dialog', { name: 'Menu' })
    await user.click(within(drawer).getByRole('link', { name: /Pending Orders/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Pending Orders' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument()
  })

  it('counts the pending orders beside their line, live', async () => {
    const { socket } = renderAdmin('/', { orders: [makeBoardOrder()] })
    expect(await screen.findByRole('link', { name: 'Pending Orders 1 waiting' })).toBeInTheDocument()
    act(() => socket.changed(makeBoardOrder({ orderid: 'JP261121BBBB02' })))
    expect(await screen.findByRole('link', { name: 'Pending Orders 2 waiting' })).toBeInTheDocument()
  })

  it('signs out: notifies the server, forgets the user and goes to /home', async () => {
    const { user, browser, api } = renderAdmin('/')
    await openPersonMenu(user)
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('/home'))
    expect(browser.leaveTo).toHaveBeenCalledTimes(1)
    expect(api.sentTo(logout)[0]?.token).toBe('token-1')
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
  })

  it('shows the current line of a long menu', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    onTestFinished(() => shown.mockRestore())
    renderAdmin('/second-factor')
    await screen.findByRole('navigation', { name: 'Admin' })
    const lines = () => shown.mock.contexts.map((line) => (line as Element).textContent)
    await waitFor(() => expect(lines()).toContain('Two-step verification'))
  })

  it('names at its foot the version that the api has written into the page', async () => {
    document.body.dataset.version = 'Version 1.0.0+abc1234'
    onTestFinished(() => {
      delete document.body.dataset.version
    })
    renderAdmin('/')
    const menu = await screen.findByRole('navigation', { name: 'Admin' })
    expect(
      await within(menu).findByRole('button', { name: 'Meera Owner · Version 1.0.0+abc1234' }),
    ).toBeVisible()
  })

  it('fetches a pass before it opens the queues', async () => {
    const { user, browser } = renderAdmin('/', {
      calls: [on(opsToken, () => ({ url: '/ops/queues', expiresAt: new Date().toISOString() }))],
    })
    await openPersonMenu(user)
    await user.click(await screen.findByRole('button', { name: 'Job queues' }))
    await waitFor(() => expect(browser.tab.goTo).toHaveBeenCalledWith('/ops/queues'))
  })

  it('closes the empty tab and says why when there is no pass', async () => {
    const { user, browser } = renderAdmin('/', {
      calls: [on(opsToken, () => refuse('forbidden', { message: 'You don’t have permission for this.' }))],
    })
    await openPersonMenu(user)
    await user.click(await screen.findByRole('button', { name: 'Job queues' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('You don’t have permission for this.')
    expect(browser.tab.close).toHaveBeenCalled()
    expect(browser.tab.goTo).not.toHaveBeenCalled()
  })

  it.each<[StaffRole, boolean]>([
    ['owner', true],
    ['operations', true],
    ['finance', false],
    ['support', false],
  ])('shows the server’s tools to %s: %s', async (staffRole, isShown) => {
    signIn({ ...meera, staffRole })
    const { user } = renderAdmin('/', { signedIn: false })
    await openPersonMenu(user)
    await screen.findByRole('button', { name: 'Sign out' })
    expect(screen.queryAllByRole('button', { name: /Job queues|API reference/ })).toHaveLength(
      isShown ? 2 : 0,
    )
  })

  it('links to the storefront as a page of its own', async () => {
    const { user } = renderAdmin('/')
    await openPersonMenu(user)
    expect(await screen.findByRole('link', { name: 'View store' })).toHaveAttribute('href', '/')
  })

  it('opens the API reference in a new tab once it has the pass', async () => {
    const { user, browser } = renderAdmin('/', {
      calls: [on(opsToken, () => ({ url: '/ops/queues', expiresAt: '2026-11-21T10:15:00.000Z' }))],
    })
    await openPersonMenu(user)
    await user.click(await screen.findByRole('button', { name: 'API reference' }))
    await waitFor(() => expect(browser.tab.goTo).toHaveBeenCalledWith('/ops/docs'))
  })
})
