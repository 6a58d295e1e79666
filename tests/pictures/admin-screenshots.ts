import { randomUUID } from 'node:crypto'
import {
  openTicket,
  replyToTicket,
  resolveTicket,
  tickets,
  writeToTicket,
} from '@jhatpat/shared/contracts/tickets.ts'
import { updateUserData, usersData } from '@jhatpat/shared/contracts/users.ts'
import type { BrowserContext, Page } from '@playwright/test'
import type { Shop } from '../../scripts/demo/shop.ts'
import { password, sessionOf, storageOf } from '../e2e/kit/session.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

/** An open ticket and a resolved one. */
type Reports = { open: string; answered: string }

/** The back office's lists, log and roles, and a board with other admins, roles and a recent action. */
export function adminScreenshots(unknown: string, reports: Reports): Screenshot[] {
  return [
    adminPage('tickets', '/tickets'),
    adminPage('tickets-open', `/tickets?ticket=${reports.open}`, { prepare: ticket }),
    adminPage('tickets-solved', `/tickets?which=answered&ticket=${reports.answered}`, { prepare: ticket }),
    talk('talk-open', reports.open),
    talk('talk-answered', reports.answered),
    { ...talk('talk-open-hi', reports.open), inHindi: true },
    adminPage('tickets-none', '/tickets?which=mine', { prepare: untilShown('You have none.') }),
    { ...adminPage('approvals-mine', '/approvals', { prepare: tab(/^Asked by you/) }) },
    adminPage('approvals-none', '/approvals', { prepare: untilShown('Nobody waits for you') }),
    { ...adminPage('approvals-refuse', '/approvals', { prepare: click(/^Refuse/) }), who: 'imran' },
    adminPage('txn-filtered', '/txn?status=Completed', { prepare: rows }),
    adminPage('txn-nothing', '/txn?q=nobody@nowhere.test', { prepare: untilShown(/No order|Nothing/) }),
    adminPage('txn-filter', '/txn', { prepare: click('Filter') }),
    adminPage('txn-found', '/txn?q=asha@jhatpat.test', { prepare: rows }),
    adminPage('txn-csv', '/txn', { prepare: writeCsv }),
    adminPage('audit-filter', '/audit', { prepare: click('Filter') }),
    adminPage('find', '', { prepare: findAsha }),
    adminPage('roles', '/roles', { prepare: rows }),
    adminPage('board-undo', '/orders', { browser: closesFirst, prepare: undone }),
    adminPage('board-both', '/orders', { browser: closesFirst, prepare: undoneAndSelected }),
    adminPage('board-people', '/orders', { prepare: (page) => imranOpens(page, unknown) }),
    adminPage('board-view', `/orders?order=${unknown}`, { browser: hasRole('finance'), prepare: boardRows }),
    adminPage('board-keys', '/orders', { prepare: keysOf }),
    adminPage('board-nothing', '/orders?q=nobody', { prepare: untilShown(/No pending|No order|Nothing/) }),
    adminPage('menu', '/orders', { prepare: menu }),
    adminPage('menu-support', '/tickets', { browser: hasRole('support'), prepare: menu }),
    adminPage('second-factor-proof', '/second-factor', { prepare: click('Set up') }),
    adminPage('second-factor', '/second-factor', { prepare: setUp }),
  ]
}

/** The set-up of a second factor, after the password was confirmed. */
async function setUp(page: Page): Promise<void> {
  await click('Set up')(page)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await click('Continue')(page)
}

/** Two deliveries reported as not received; one of the tickets is resolved. */
export async function fillTickets({ customer, admin }: Shop, ids: Reports): Promise<Reports> {
  const report = (id: string, issue: 'not_received' | 'partly_received', note: string) =>
    customer.call(openTicket, {
      params: { client_txn_id: id },
      body: { issue, note },
      idempotencyKey: randomUUID(),
    })
  await report(ids.open, 'not_received', 'The game still shows 12 diamonds, I looked after a restart too.')
  await report(ids.answered, 'partly_received', '')
  const text = 'We need a little longer: the supplier has not answered yet.'
  const idempotencyKey = `${ids.open}-longer`
  await admin.call(writeToTicket, { params: { id: ids.open }, body: { text }, idempotencyKey })
  await customer.call(replyToTicket, {
    params: { client_txn_id: ids.open },
    body: { text: 'Thank you. It still shows 12, and my brother’s account has nothing either.' },
    idempotencyKey: `${ids.open}-reply`,
  })
  await admin.call(resolveTicket, {
    params: { id: ids.answered },
    body: {
      resolution: 'explained',
      text: 'The bonus of this pack comes with the next season, on 1 December.',
    },
    idempotencyKey: randomUUID(),
  })
  const { tickets: waiting } = await admin.call(tickets, { query: { status: 'open' } })
  if (waiting.length === 0) throw new Error('no report waits for an answer')
  return ids
}

/** Requests a new staff member, which another owner has to approve. */
export async function asksForColleague({ admin }: Shop): Promise<void> {
  const { users } = await admin.call(usersData, { query: { q: 'ravi@' } })
  const ravi = users[0]
  if (!ravi) throw new Error('the demo has no Ravi')
  const { _id, userid, name, email, mobilenumber, updatedAt } = ravi
  await admin.call(updateUserData, {
    body: {
      _id,
      userid,
      name,
      email,
      mobilenumber: mobilenumber ?? '',
      expectedVersion: updatedAt,
      role: 'admin',
      staffRole: 'support',
      verified: 'true',
      isBlocked: 'false',
      reason: 'Answers tickets from Monday',
    },
    idempotencyKey: randomUUID(),
  })
}

function adminPage(
  name: string,
  path: string,
  more: Pick<Screenshot, 'prepare' | 'browser'> = {},
): Screenshot {
  return { name: `admin-${name}`, who: 'meera', path: `/admin${path}`, folder: everyPicture, ...more }
}

/** The customer's side of a ticket. */
const talk = (name: string, id: string): Screenshot => ({
  name,
  who: 'asha',
  path: `/confirmation?client_txn_id=${id}`,
  folder: everyPicture,
  prepare: (page) => page.locator('.talk').waitFor(),
})

const rows = (page: Page) => page.locator('tbody tr').first().waitFor()
const ticket = (page: Page) => page.locator('article.ticket').waitFor()
const boardRows = (page: Page) => page.locator('[data-order]').nth(2).waitFor()
const untilShown = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const tab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).click()
const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

async function writeCsv(page: Page): Promise<void> {
  await rows(page)
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByText('CSV is ready').waitFor()
}

async function menu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Open menu' })
  if (await button.isVisible()) await button.click()
}

async function findAsha(page: Page): Promise<void> {
  await menu(page)
  await page.getByRole('button', { name: 'Find anything' }).filter({ visible: true }).click()
  await page.getByRole('searchbox', { name: /^Paste any/ }).fill('asha@jhatpat.test')
  await page.locator('.found-one').first().waitFor()
}

async function keysOf(page: Page): Promise<void> {
  await boardRows(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}

type Row = { assignee: unknown; pendingCompletion: unknown; pendingReason: { kind: string } }

/** The board's first unassigned order was set to Completed a moment ago by this admin. */
async function closesFirst(context: BrowserContext): Promise<void> {
  const { origins } = await context.storageState()
  const browserUser = origins[0]?.localStorage.find(({ name }) => name === 'user')
  const { _id: adminId, name } = JSON.parse(browserUser?.value ?? '{}')
  await context.route(/\/api\/admin\/processing(\?|$)/, async (route) => {
    const response = await route.fetch()
    const orders: Row[] = await response.json()
    const first = orders.find(
      ({ assignee, pendingReason }) => !assignee && pendingReason.kind !== 'in_progress',
    )
    if (first) first.pendingCompletion = { adminId, name, until: new Date(Date.now() + 9_000).toISOString() }
    await route.fulfill({ response, json: orders })
  })
}

const undone = (page: Page) => page.getByRole('region', { name: 'Completed, can be undone' }).waitFor()

async function undoneAndSelected(page: Page): Promise<void> {
  await undone(page)
  for (const box of (await page.getByRole('checkbox').all()).slice(1, 3)) await box.check()
}

/** Another admin has the board open at that order; gone with the browser. */
async function imranOpens(page: Page, order: string): Promise<void> {
  const { origin } = new URL(page.url())
  const browser = page.context().browser()
  const imran = await browser?.newContext({
    baseURL: origin,
    storageState: storageOf(origin, await sessionOf(origin, 'imran')),
  })
  const otherPage = await imran?.newPage()
  await otherPage?.goto(`/admin/orders?order=${order}`)
  await page.locator('.people').first().waitFor()
}

/** The server still treats the person as an owner: the pages hide what a role may not do. */
const hasRole = (staffRole: string) => (context: BrowserContext) =>
  context.addInitScript(
    `localStorage.user = JSON.stringify({ ...JSON.parse(localStorage.user), staffRole: '${staffRole}' })`,
  )
