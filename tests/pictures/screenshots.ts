import { randomUUID } from 'node:crypto'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { assignOrder } from '@jhatpat/shared/contracts/admin.ts'
import { adminTableNames, adminTables } from '@jhatpat/shared/contracts/admin-tables.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import { addUserBalance } from '@jhatpat/shared/contracts/users.ts'
import { topUp as topUpCall } from '@jhatpat/shared/contracts/wallet.ts'
import { expect, type Page } from '@playwright/test'
import { openShop, type Shop, type Wish } from '../../scripts/demo/shop.ts'
import type { Stack } from '../../scripts/launcher/stack.ts'
import { fillIn } from '../e2e/kit/product-page.ts'
import { emailOf, password } from '../e2e/kit/session.ts'
import { personOf } from '../support/person.ts'
import { adminScreenshots, asksForColleague, fillTickets } from './admin-screenshots.ts'
import { boardScreenshots } from './board-screenshots.ts'
import { customerScreenshots } from './customer-screenshots.ts'
import { incidentScreenshots } from './incident-screenshots.ts'
import { invitationScreenshots } from './invitation-screenshots.ts'
import { lateScreenshots } from './late-screenshots.ts'
import { moneyScreenshots } from './money-screenshots.ts'
import {
  catalogueScreenshots,
  dialogs,
  everyPicture,
  pageScreenshots,
  receiptScreenshots,
  statesOf,
} from './more-screenshots.ts'
import { offerScreenshots } from './offer-screenshots.ts'
import { redeliveryScreenshots } from './redelivery-screenshots.ts'
import type { Screenshot } from './screenshot.ts'
import { supplierScreenshots } from './supplier-screenshots.ts'
import { unclearScreenshots } from './unclear-screenshots.ts'
import { upiScreenshots } from './upi-screenshots.ts'
import { delivered, vaultScreenshots } from './vault-screenshots.ts'

const diamonds: Wish = {
  product: 'mobile-legends',
  item: '257 Diamonds',
  input1: '123456789',
  input2: '1234',
  paymentmode: 'upi',
}
const crystals: Wish = {
  product: 'genshin-impact',
  item: '300 + 30 Genesis Crystals',
  input1: '812000003',
  input2: 'Asia',
  paymentmode: 'upi',
}

/** Fills the shop with the data of the screens. */
export async function fill(stack: Stack): Promise<Screenshot[]> {
  const shop = await openShop(stack)
  const vaults = await vaultScreenshots(shop)
  await shop.set('moogold', { statuses: Array(200).fill('processing') })
  const unpaid = await shop.buy(diamonds)
  const completed = await paid(shop, diamonds)
  const refunded = await paid(shop, { ...diamonds, input1: '10000004' })
  const topUp = await paidTopUp(shop)
  const { unknown, free } = await fillBoard(stack, shop)
  const moving = await paid(shop, crystals)
  const atSupplier = await paid(shop, { ...crystals, input1: '812000004' })
  const wait = await asksForMoney(shop)
  await asksForColleague(shop)
  const reports = await fillTickets(shop, {
    open: await delivered(shop, { ...diamonds, item: '86 Diamonds', input1: '220451190' }),
    answered: await delivered(shop, { ...diamonds, item: '172 Diamonds', input1: '220451190' }),
  })
  const order = await delivered(shop, { ...diamonds, item: '86 Diamonds', input1: '220451191' })
  const again = await redeliveryScreenshots(shop, { report: reports.open, order, row: unknown })
  shop.close()
  return [
    ...pageScreenshots,
    { name: 'home', who: 'visitor', path: '/home' },
    {
      name: 'product',
      who: 'asha',
      path: '/product/mobile-legends',
      prepare: (page) => fillIn(page, diamonds),
    },
    { name: 'pay', who: 'asha', path: `/pay?client_txn_id=${unpaid}` },
    confirmation('processing', moving),
    confirmation('completed', completed),
    ...vaults,
    ...[
      { name: 'home', who: 'visitor', path: '/home' } as const,
      { name: 'product', who: 'asha', path: '/product/mobile-legends', prepare: fillInHindi } as const,
      { name: 'pay', who: 'asha', path: `/pay?client_txn_id=${unpaid}` } as const,
      confirmation('processing', moving),
      confirmation('completed', completed),
    ].map(
      (screenshot): Screenshot => ({
        ...screenshot,
        name: `${screenshot.name}-hi`,
        folder: everyPicture,
        inHindi: true,
      }),
    ),
    { name: 'wallet', who: 'asha', path: '/wallet' },
    { name: 'dashboard', who: 'meera', path: '/admin', prepare: queryPoints },
    {
      name: 'board',
      who: 'meera',
      path: `/admin/orders?order=${unknown}`,
      prepare: (page) => page.getByRole('group', { name: /^Answers about/ }).waitFor(),
    },
    ...boardScreenshots({ unknown, refunded }),
    ...adminScreenshots(unknown, reports),
    ...incidentScreenshots(atSupplier),
    ...upiScreenshots(),
    ...again,
    {
      name: 'users-edit',
      who: 'meera',
      path: '/admin/usersdata?search=asha',
      folder: everyPicture,
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Edit/ }).first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'approvals',
      who: 'imran',
      path: '/admin/approvals',
      folder: everyPicture,
      prepare: (page) => page.getByText(wait).first().waitFor(),
    },
    ...catalogueScreenshots,
    ...supplierScreenshots,
    ...unclearScreenshots,
    ...tableScreenshots,
    ...customerScreenshots,
    ...invitationScreenshots,
    ...moneyScreenshots,
    { name: 'maintenance', who: 'meera', path: '/admin/maintenance', folder: everyPicture },
    ...statesOf([
      ['home', 'visitor', '/home'],
      ['product', 'asha', '/product/mobile-legends'],
      ['pay', 'asha', `/pay?client_txn_id=${unpaid}`],
      ['confirmation', 'asha', `/confirmation?client_txn_id=${completed}`],
      ['orders', 'asha', '/orders'],
      ['wallet', 'asha', '/wallet'],
      ['account', 'asha', '/dashboard'],
      ['devices', 'asha', '/dashboard/devices'],
    ]),
    {
      name: 'confirmation-created',
      who: 'asha',
      path: `/confirmation?client_txn_id=${unpaid}`,
      folder: everyPicture,
    },
    {
      name: 'confirmation-refunded',
      who: 'asha',
      path: `/confirmation?client_txn_id=${refunded}`,
      folder: everyPicture,
    },
    ...receiptScreenshots(completed, refunded),
    {
      name: 'walletconfirmation',
      who: 'asha',
      path: `/walletconfirmation?client_txn_id=${topUp}`,
      folder: everyPicture,
    },
    ...offerScreenshots(completed, stack.simulatorUrl),
    ...dialogs,
    ...lateScreenshots(stack, { manual: free, atSupplier }),
  ]
}

/** Requests an amount above the admin's limit; returns the reason of the request. */
async function asksForMoney(shop: Shop): Promise<string> {
  const reason = 'Prize of the November tournament'
  const { _id, email } = shop.user
  const body = { userId: _id, email, amount: 12_000, reason }
  await shop.admin.call(addUserBalance, { body, idempotencyKey: randomUUID() })
  return reason
}

async function queryPoints(page: Page): Promise<void> {
  for (const button of await page.getByRole('button', { name: /Query points/ }).all()) await button.click()
  await expect(page.getByText('Points fetched successfully')).toHaveCount(2)
}

function confirmation(status: string, id: string): Screenshot {
  const word = `${status.charAt(0).toUpperCase()}${status.slice(1)}`
  return {
    name: `confirmation-${status}`,
    who: 'asha',
    path: `/confirmation?client_txn_id=${id}`,
    prepare: (page) => page.locator(`.order-head .st[data-status=${word}]`).waitFor(),
  }
}

/** As `fillIn`, with Hindi buttons. */
async function fillInHindi(page: Page): Promise<void> {
  await page.getByRole('radio', { name: diamonds.item }).click()
  await page.getByLabel('User ID').fill(diamonds.input1)
  await page.getByLabel('Zone ID').fill(diamonds.input2)
  await page.getByRole('button', { name: 'जाँचें' }).click()
  await page.getByText('यूज़रनेम: ').waitFor()
  await page.getByRole('radio', { name: /UPI/ }).click()
}

/**
 * Orders that wait for an admin, one of them assigned; returns one whose outcome is unknown and an
 * unassigned one.
 */
async function fillBoard(stack: Stack, shop: Shop): Promise<{ unknown: string; free: string }> {
  const manualOrders = [
    { product: 'sitara-plus', item: 'Premium, 1 month', input1: 'asha@mail.test', input2: '9000000001' },
    { product: 'free-fire', item: '310 + 31 Diamonds', input1: '2210045519', input2: 'AshaFF' },
    { product: 'valorant', item: '1,000 Points', input1: 'asha', input2: 'IND' },
  ] as const
  const unknown = await paid(shop, { ...diamonds, input1: '10000005' })
  const first = await paid(shop, { ...manualOrders[0], paymentmode: 'upi' })
  const rest = await Promise.all(
    manualOrders.slice(1).map((wish) => paid(shop, { ...wish, paymentmode: 'upi' })),
  )
  await untilPending(shop, [first, unknown, ...rest])
  await shop.admin.call(assignOrder, { params: { id: unknown }, body: { action: 'assign' } })
  const imran = await secondAdmin(stack)
  await imran.call(assignOrder, {
    params: { id: first },
    body: { action: 'assign' },
    idempotencyKey: randomUUID(),
  })
  return { unknown, free: rest[0] ?? first }
}

async function secondAdmin({ url }: Stack) {
  const { token } = await personOf(url).call(login, { body: { email: emailOf('imran'), password } })
  return personOf(url, token)
}

async function paidTopUp(shop: Shop): Promise<string> {
  const body = { value: 500, userid: shop.user.userid }
  const { data } = await shop.customer.call(topUpCall, { body, idempotencyKey: randomUUID() })
  await shop.pay(data.client_txn_id)
  return data.client_txn_id
}

async function paid(shop: Shop, wish: Wish): Promise<string> {
  const id = await shop.buy(wish)
  await shop.pay(id)
  return id
}

async function untilPending(shop: Shop, ids: string[]): Promise<void> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const waiting = (await shop.admin.call(processing)).filter(
      ({ pendingReason }) => pendingReason.kind !== 'in_progress',
    )
    if (ids.every((id) => waiting.some(({ orderid }) => orderid === id))) return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the orders for the board’s picture did not get there within 20 s')
}

const orders = '/admin/txn?cols=value+item+player+customer+status+createdAt&status=Completed'
const table = (name: string, path: string, prepare?: (page: Page) => Promise<unknown>): Screenshot => ({
  name,
  who: 'meera',
  path,
  folder: everyPicture,
  prepare: async (page) => {
    await page.locator('tr[data-row]').first().waitFor()
    await prepare?.(page)
  },
})
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

/** Each table of the back office, named as its address, and their dialogs. */
const tableScreenshots: Screenshot[] = [
  ...adminTableNames.map((name) => table(adminTables[name].path.slice(1), `/admin${adminTables[name].path}`)),
  table('txn-columns', '/admin/txn', press('Columns')),
  table('txn-save-view', orders, press('Save view')),
  table('txn-view', orders, async (page) => {
    const save = page.getByRole('button', { name: 'Save view' })
    if (await save.isVisible()) {
      await save.click()
      await page.getByRole('textbox', { name: 'Name of the view' }).fill('Delivered today')
      await page.getByRole('checkbox', { name: 'For the whole team' }).check()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await page.getByRole('button', { name: /^Rename or delete/ }).click()
  }),
]
