import { randomUUID } from 'node:crypto'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { type RedeliveryQuoteView, redeliverOrder } from '@jhatpat/shared/contracts/redeliveries.ts'
import { openTicket } from '@jhatpat/shared/contracts/tickets.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import type { BrowserContext, Page } from '@playwright/test'
import type { Shop } from '../../scripts/demo/shop.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

/**
 * A ticket that can be resolved by a redelivery, a resolved one, and the redelivery itself; `row`: an order
 * of the board.
 */
export async function redeliveryScreenshots(
  shop: Shop,
  { report, order, row }: Record<'report' | 'order' | 'row', string>,
): Promise<Screenshot[]> {
  const second = await redelivered(shop, order)
  const screenshot = (name: string, who: Screenshot['who'], path: string): Screenshot => ({
    name: `redelivery-${name}`,
    who,
    path,
    folder: everyPicture,
  })
  const confirmation = (id: string) => `/confirmation?client_txn_id=${id}`
  return [
    { ...screenshot('ticket', 'meera', `/admin/tickets?ticket=${report}`), prepare: choose },
    {
      ...screenshot('packs', 'meera', `/admin/tickets?ticket=${report}`),
      browser: ofThreePacks,
      prepare: choose,
    },
    screenshot('original', 'asha', confirmation(order)),
    screenshot('new', 'asha', confirmation(second)),
    { ...screenshot('new-hi', 'asha', confirmation(second)), inHindi: true },
    { ...screenshot('part', 'asha', confirmation(order)), browser: ofWhichOnePack },
    { ...screenshot('part-hi', 'asha', confirmation(order)), browser: ofWhichOnePack, inHindi: true },
    screenshot('orders', 'asha', '/orders'),
    screenshot('admin-original', 'meera', `/admin/txn/${order}`),
    screenshot('admin-new', 'meera', `/admin/txn/${second}`),
    {
      ...screenshot('board', 'meera', `/admin/orders?order=${row}`),
      browser: partly(row, order),
      prepare: (page) => page.getByRole('button', { name: /^Give it up/ }).waitFor(),
    },
  ]
}

const choose = (page: Page) => page.getByRole('radio', { name: /^Deliver again/ }).check()

/** A server's reply about a bundle; every bundle of the demo is in progress in another picture. */
const ofThreePacks = (context: BrowserContext) =>
  context.route(/\/api\/admin\/orders\/[^/]+\/redelivery(\?|$)/, (route) =>
    route.fulfill({
      json: {
        blockedReason: '',
        delivery: 'instant',
        cost: { amount: 19, unit: 'coins', rupees: 27 },
        balance: { account: 'SMILEPH', left: 5_310.5, unit: 'coins', readAt: new Date().toISOString() },
        units: [1, 2, 3].map((number) => ({
          ref: `JP1-${number}`,
          cost: number === 2 ? '19' : '9.5',
          isCertain: number !== 2,
          supplierOrderId: `S26112300251800000${number}`,
        })),
      } satisfies RedeliveryQuoteView,
    }),
  )

/** A server's reply to the customer that one unit of three was sent again. */
async function ofWhichOnePack(context: BrowserContext): Promise<void> {
  // Events would say that all were.
  await context.routeWebSocket(/socket\.io/, () => undefined)
  await context.route(/\/api\/order\/[^/]*status/i, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.order.redelivery.redeliveredUnits = { sent: 1, total: 3 }
    await route.fulfill({ response, json })
  })
}

/** Opens a ticket for an order and resolves it by sending it again; returns the redelivery's id. */
async function redelivered({ customer, admin }: Shop, id: string): Promise<string> {
  await customer.call(openTicket, {
    params: { client_txn_id: id },
    body: { issue: 'not_received' },
    idempotencyKey: randomUUID(),
  })
  const text = 'The supplier found no delivery. We send it again now, and it costs you nothing.'
  await admin.call(redeliverOrder, {
    params: { id },
    body: { text, readCount: 0 },
    idempotencyKey: randomUUID(),
  })
  const body = { client_txn_id: id, date: istDay(new Date()), key: 'storefront' }
  const deadline = Date.now() + 30_000
  for (;;) {
    const { redelivery } = (await customer.call(orderStatus, { body })).order
    if (redelivery?.state === 'arrived') return redelivery.orderid
    if (Date.now() > deadline) throw new Error('what was sent again did not arrive within 30 s')
    await new Promise((done) => setTimeout(done, 200))
  }
}

/**
 * A server's reply about a redelivery with one unit of two rejected: a real one would be in the other
 * pictures.
 */
const partly = (row: string, first: string) => async (context: BrowserContext) => {
  await context.route(/\/api\/admin\/processing(\?|$)/, async (route) => {
    const response = await route.fetch()
    const orders: Record<string, unknown>[] = await response.json()
    const one = orders.find(({ orderid }) => orderid === row)
    const unit = { attempt: 1, supplierOrderId: '', price: 0, cost: '122', isAwaitingReading: false }
    if (one) {
      Object.assign(one, {
        // Later events of the real one are older than this.
        revision: 1_000,
        redeliveryOf: first,
        value: 0,
        suggestedRefund: 0,
        refundable: 0,
        paymentmode: 'wallet',
        units: { total: 2, delivered: 1 },
        nextSteps: ['Completed', 'Cancelled'],
        supplierBalance: null,
        pendingReason: {
          kind: 'partly_delivered',
          since: one.processingSince,
          detail: 'The recharge has failed.',
        },
        timeline: [{ step: 'ordered', at: one.createdAt }],
        unitList: [
          { ...unit, ref: `${row}-1`, state: 'delivered', message: '' },
          { ...unit, ref: `${row}-2`, state: 'rejected', message: 'The recharge has failed.' },
        ],
      })
    }
    await route.fulfill({ response, json: orders })
  })
}
