import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'

type Support = ResultOf<typeof supportContact>
const noContacts: Support = { contact: null, phone: null, chat: null, seller: null, grievance: null }
const onlyMail: Support = { ...noContacts, mail: 'orders@jhatpat.in' }
const phoneAndChat: Support = { ...noContacts, phone: '919812345678', chat: 'https://t.me/jhatpat' }

async function openMenu(support: Support, user: ReturnType<typeof makeUser> | undefined = makeUser()) {
  const shop = renderShop('/home', { user, answers: (api) => api.on(supportContact, () => support) })
  await shop.user.click(await screen.findByRole('button', { name: 'Open menu' }))
  return { ...shop, menu: within(await screen.findByRole('dialog', { name: 'Menu' })) }
}

describe('the side menu of phones', () => {
  it.each([
    ['Home', '/home'],
    ['Dashboard', '/dashboard'],
    ['Privacy Policy', '/privacypage'],
    ['Refund Policy', '/refund-policy'],
  ])('NAV-09 NAV-12 NAV-14 NAV-15 has %s', async (name, href) => {
    const { menu } = await openMenu(noContacts)
    expect(menu.getByRole('link', { name })).toHaveAttribute('href', href)
  })

  it('NAV-10 NAV-11 has Contact, a chat whose message says who writes', async () => {
    const { menu } = await openMenu(phoneAndChat)
    const link = new URL((await menu.findByRole('link', { name: 'Contact' })).getAttribute('href')!)
    expect(link.origin + link.pathname).toBe('https://t.me/jhatpat')
    expect(link.searchParams.get('text')).toContain('Asha Rao')
    expect(link.searchParams.get('text')).toContain('9800000001')
    expect(link.searchParams.get('text')).toContain('asha@jhatpat.test')
  })

  it('NAV-10 CONST-02 offers no Contact that the shop has not set', async () => {
    const { menu } = await openMenu(noContacts)
    await menu.findByRole('link', { name: 'Privacy Policy' })
    expect(menu.queryByRole('link', { name: 'Contact' })).not.toBeInTheDocument()
  })

  it('NAV-13 has the Admin Dashboard for an admin only', async () => {
    const { menu, unmount } = await openMenu(noContacts, makeUser({ role: 'admin' }))
    expect(menu.getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin')
    unmount()
    const { menu: other } = await openMenu(noContacts)
    expect(other.queryByRole('link', { name: 'Admin Dashboard' })).not.toBeInTheDocument()
  })

  it('NAV-16 signs out', async () => {
    const { menu, user } = await openMenu(noContacts)
    await user.click(menu.getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByRole('link', { name: 'Login' })).toBeVisible()
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('NAV-17 NAV-18 offers visitors Login and Create Account', async () => {
    const shop = renderShop('/home')
    await shop.user.click(await screen.findByRole('button', { name: 'Open menu' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
    expect(menu.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    expect(menu.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register')
    expect(menu.queryByRole('link', { name: /Dashboard/ })).not.toBeInTheDocument()
  })
})

describe('the bar at the bottom', () => {
  const open = async (support: Support) => {
    const shop = renderShop('/home', {
      user: makeUser(),
      answers: (api) => api.on(supportContact, () => support),
    })
    const bar = within(await screen.findByRole('navigation', { name: 'Account' }))
    return { ...shop, bar }
  }

  it('NAV-19 is there for a logged-in user only', async () => {
    const { unmount } = await open(noContacts)
    unmount()
    localStorage.clear()
    renderShop('/home')
    await screen.findByRole('contentinfo')
    expect(screen.queryByRole('navigation', { name: 'Account' })).not.toBeInTheDocument()
  })

  it.each([
    ['Profile', '/dashboard'],
    ['Wallet', '/wallet'],
    ['Orders', '/orders'],
  ])('NAV-20 NAV-21 NAV-22 has %s', async (name, href) => {
    const { bar } = await open(noContacts)
    expect(bar.getByRole('link', { name })).toHaveAttribute('href', href)
  })

  it('NAV-20 NAV-21 NAV-22 NAV-23 names its places in the specification’s order', async () => {
    await open(noContacts)
    expect(screen.getByRole('navigation', { name: 'Account' })).toHaveTextContent(
      /^Profile\s*Wallet\s*Orders\s*Support$/,
    )
  })

  it('opens the sheet outside the bar, whose styles would reach its links', async () => {
    const { bar, user } = await open(phoneAndChat)
    await user.click(bar.getByRole('button', { name: 'Support' }))
    await screen.findByRole('dialog', { name: 'Support' })
    expect(bar.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('NAV-23 NAV-24 opens, under Support, a chat and a messaging app', async () => {
    const { bar, user } = await open(phoneAndChat)
    await user.click(bar.getByRole('button', { name: 'Support' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Support' }))
    const hrefOf = (name: RegExp) =>
      sheet.findByRole('link', { name }).then((link) => link.getAttribute('href'))
    expect(await hrefOf(/^Chat/)).toMatch(/^https:\/\/t\.me\/jhatpat\?text=Name/)
    expect(await hrefOf(/^WhatsApp/)).toMatch(/^https:\/\/wa\.me\/919812345678\?text=Name/)
  })

  it.each([
    ['no contact is set', onlyMail],
    ['the contact is no address', { ...onlyMail, contact: 'at our counter' }],
  ])('NAV-24 CONST-02 offers the shop’s mail address where %s, and the orders', async (_case, support) => {
    const { bar, user } = await open(support)
    await user.click(bar.getByRole('button', { name: 'Support' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Support' }))
    expect(await sheet.findByRole('link', { name: /^Write to us/ })).toHaveAttribute(
      'href',
      'mailto:orders@jhatpat.in?subject=Support',
    )
    expect(sheet.getByRole('link', { name: /My Orders/ })).toHaveAttribute('href', '/orders')
    expect(sheet.getAllByRole('link')).toHaveLength(2)
  })
})

describe('the footer', () => {
  const open = async () => {
    renderShop('/home')
    return within(await screen.findByRole('contentinfo'))
  }

  it('NAV-25 describes the shop', async () => {
    expect((await open()).getByText(/^Game top-ups, recharges and OTT plans/)).toBeVisible()
  })

  it('NAV-27 NAV-28 names UPI, Paytm and Google Pay as the ways to pay', async () => {
    const footer = await open()
    expect(footer.getByText('Payments')).toBeVisible()
    expect(footer.getByText(/UPI.*Paytm.*Google Pay/)).toBeVisible()
  })

  it.each([
    ['Terms and Conditions', '/terms-and-condition'],
    ['Privacy Policy', '/privacypage'],
    ['Refund Policy', '/refund-policy'],
  ])('NAV-29 NAV-30 NAV-31 links to %s', async (name, href) => {
    expect((await open()).getByRole('link', { name })).toHaveAttribute('href', href)
  })

  it('NAV-32 says the copyright year 2024', async () => {
    expect((await open()).getByText(/© 2024 Jhatpat/)).toBeVisible()
  })
})
