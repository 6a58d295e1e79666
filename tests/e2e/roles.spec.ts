import {
  grantOf,
  type Permission,
  permissionNames,
  type StaffRole,
  staffRoles,
} from '@jhatpat/shared/contracts/permissions.ts'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { innerScreens, screens } from '../../admin/src/app/nav.ts'
import { inDatabase } from './kit/database.ts'
import { forNewPlayer, premium } from './kit/environment.ts'
import { picture } from './kit/picture.ts'
import { emailOf, expect, forgetSession, test } from './kit/test.ts'

type Open = (who: 'imran', path: string, options: BrowserContextOptions) => Promise<Page>

/** Opens the back office as a role. */
async function openAs(open: Open, staffRole: StaffRole) {
  await inDatabase((database) =>
    database.collection('users').updateOne({ email: emailOf('imran') }, { $set: { staffRole } }),
  )
  forgetSession('imran')
  // The whole menu is in view: where it scrolls, quick clicks hit the same place, which the app ignores.
  return open('imran', '/admin', { viewport: { width: 1440, height: 900 } })
}

/** Buttons that only change what is shown, or what is typed into a form. */
const local = [
  /^(Open menu|Columns.*|Shortcuts|Next|Previous|Go to first page|Copy .*|Show all|Set up|Try again|Day before|Day after)$/,
  /^(Save view.*|Sound .*|Desktop alerts .*|Gallery|Move item .*|Remove item .*|Add item|Name .*)$/,
]

/** Buttons whose screens ask the table themselves, with what each needs. */
const guarded: readonly [name: RegExp, needs: Permission][] = [
  [/^(Take next|Assign|Reassign|Unassign)/, 'orders.decide'],
  [/^Start incident/, 'incidents.manage'],
  [/^(Minimum margins|Price history)/, 'catalogue.view'],
  [/^Important note/, 'catalogue.stock'],
]

type Control = { name: string; permission: string | null; isLink: boolean; href: string | null }

/** The buttons and links of the open screen, in one call. */
const controlsOf = (page: Page): Promise<Control[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, a)')]
      // Tabs, heads, filters and links to a record show something.
      .filter((one) => one.checkVisibility() && !one.closest('[role=tablist], th, .supplier-bar'))
      .filter((one) => one.tagName === 'A' || !one.matches('.chip:not([data-permission]), .link'))
      .map((one) => ({
        name: (one.getAttribute('aria-label') ?? one.innerText).replace(/\s+/g, ' ').trim(),
        permission: one.getAttribute('data-permission'),
        isLink: one.tagName === 'A',
        href: one.getAttribute('href'),
      })),
  )

const screenPaths = [...screens, ...innerScreens].map(({ path, for: needs }) => ({
  needs,
  pattern: new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`),
}))

type Member = { role: 'admin'; staffRole: StaffRole }

/** What of a screen the table refuses to the role, or leaves open because a button names no permission. */
function faultsOf(member: Member, { name, permission, isLink, href }: Control): string[] {
  const own = guarded.find(([pattern]) => pattern.test(name))?.[1]
  const needs = (permission?.split(' ') ?? (own && !isLink ? [own] : [])) as Permission[]
  const unknown = needs.filter((one) => !permissionNames.includes(one))
  const refused = needs.filter((one) => grantOf(member, one) === 'none')
  const path = isLink ? href?.match(/^\/admin(\/[^?#]*)?/) : undefined
  const target = path && screenPaths.find(({ pattern }) => pattern.test(path[1] ?? '/'))
  const isClosed = target?.needs && !target.needs.some((one) => grantOf(member, one) === 'allowed')
  const isUnnamed = !isLink && needs.length === 0 && !local.some((pattern) => pattern.test(name))
  return [
    ...[...unknown, ...refused].map((one) => `${name} needs ${one}`),
    ...(isClosed ? [`${name} leads to ${href}`] : []),
    ...(isUnnamed ? [`${name} names no permission`] : []),
  ]
}

for (const staffRole of staffRoles) {
  test(`${staffRole} is shown no screen, button or link that the permission table refuses`, async ({
    open,
    environment,
  }) => {
    const orderid = await environment.buy(forNewPlayer(premium))
    await environment.pay(orderid)
    await environment.untilOnBoard(orderid)
    const member: Member = { role: 'admin', staffRole }
    const page = await openAs(open, staffRole)
    const faults: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) faults.push(`${page.url()} was refused ${response.url()}`)
    })
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await expect(menu).toBeVisible()
    const own = screens.filter(({ for: needs }) => needs.some((one) => grantOf(member, one) === 'allowed'))
    const lines = menu.locator('.side-line a')
    const addresses = await lines.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(addresses.map((href) => href?.replace(/^\/admin\/?/, '/'))).toEqual(own.map(({ path }) => path))
    await picture(page, `dashboard-${staffRole}`)
    for (const [index, { label }] of own.entries()) {
      await lines.nth(index).click()
      await expect(page.getByRole('heading', { level: 1, name: label }).first()).toBeVisible()
      await expect(page.locator('main [aria-busy=true]'), label).toHaveCount(0)
      const controls = await controlsOf(page)
      faults.push(...controls.flatMap((one) => faultsOf(member, one).map((fault) => `${label}: ${fault}`)))
    }
    expect([...new Set(faults)]).toEqual([])
  })
}

/** Where each dialog is opened, by which button. */
const dialogs: readonly [path: string, button: RegExp | string][] = [
  ['/usersdata', /^Edit Asha/],
  ['/usersdata', /^Balance of Asha/],
  ['/usersdata', 'Filter'],
  ['/txn', 'Filter'],
  ['/viewitems', /^Edit 86 Diamonds/],
  ['/viewitems', /^Delete 86 Diamonds/],
  ['/viewproducts', /^Delete Mobile Legends$/],
  ['/admingallery', 'Upload image'],
  ['/admingallery', /^Delete /],
  ['/supplierlists', /^Coins for /],
  ['/supplierlists', /^Import /],
  ['/roles', 'Invite member'],
  ['/price', 'Minimum margins'],
]

test('every dialog opens with the focus in its first field or on its safest button', async ({ open }) => {
  const page = await open('meera', '/admin')
  for (const [path, button] of dialogs) {
    await page.goto(`/admin${path}`)
    await page.getByRole('main').getByRole('button', { name: button }).first().click()
    const dialog = page.getByRole('dialog').last()
    await expect(dialog, `${path} ${button}`).toBeVisible()
    const isSafe = () =>
      dialog.evaluate((node) => {
        const { activeElement: focused } = document
        const safe = 'input, select, textarea, h2, .btn-quiet:not(.btn-icon)'
        return focused !== null && node.contains(focused) && focused.matches(safe)
      })
    await expect.poll(isSafe, { message: `${path}: ${button}` }).toBe(true)
  }
})
