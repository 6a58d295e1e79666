import { randomInt, randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import type { OrderStatus } from '@jhatpat/shared/contracts/order-status.ts'
import { orderList, orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { topUp } from '@jhatpat/shared/contracts/wallet.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { openShop, type Shop, type Wish } from '../../../scripts/demo/shop.ts'

/** Everything outside the browser of a test: other people's calls, UPI apps, suppliers. */
export type BrowserEnvironment = Shop & {
  /** Waits until a paid order is on the board. */
  untilOnBoard(orderid: string): Promise<void>
  /** An admin's assignment and transition, by the API; they wait until the order is on the board. */
  assign(orderid: string): Promise<void>
  complete(orderid: string): Promise<void>
  /** Starts a top-up of the customer's, in rupees. */
  startTopUp(rupees: number): Promise<string>
  /** Raises the customer's balance to at least this many rupees. */
  fundWallet(rupees: number): Promise<void>
  /** The status of an order of the customer's. */
  statusOf(orderid: string): Promise<OrderStatus>
  /** The number of the customer's orders. */
  countOrders(): Promise<number>
  /** Removes all planned faults of the simulators. */
  calm(): Promise<void>
}

/** The shop that runs at E2E_URL. */
export async function openEnvironment(): Promise<BrowserEnvironment> {
  const url = shopUrl()
  const shop = await openShop({ url, apiUrls: [url], simulatorUrl: simulatorUrl() })
  const find = (id: string) =>
    until(`${id} on the board`, async () =>
      (await shop.admin.call(board.processing)).find(({ orderid }) => orderid === id),
    )
  const assign = async (id: string) => {
    await find(id)
    await shop.admin.call(admin.assignOrder, { params: { id }, body: { action: 'assign' } })
  }
  return {
    ...shop,
    untilOnBoard: async (id) => void (await find(id)),
    assign,
    complete: async (id) => {
      await assign(id)
      const { version } = await find(id)
      const body = { to: 'Completed' as const, version }
      await shop.admin.call(admin.transitionOrder, { params: { id }, body, idempotencyKey: randomUUID() })
    },
    statusOf: async (client_txn_id) => {
      const body = { client_txn_id, date: istDay(new Date()), key: 'storefront' }
      return (await shop.customer.call(orderStatus, { body })).order.status
    },
    countOrders: async () =>
      (await shop.customer.call(orderList, { params: { userId: shop.user.userid } })).length,
    startTopUp: (rupees) => startTopUp(shop, rupees),
    fundWallet: (rupees) => fundWallet(shop, rupees),
    calm: async () => {
      await fetch(`${simulatorUrl()}/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reset: 'faults' }),
      })
    },
  }
}

export function shopUrl(): string {
  return required('E2E_URL')
}

export function simulatorUrl(): string {
  return required('E2E_SIMULATOR_URL')
}

/** Delivered immediately by a supplier. */
export const diamonds: Wish = {
  product: 'mobile-legends',
  item: '86 Diamonds',
  input1: '612000001',
  input2: '2001',
  paymentmode: 'upi',
}

/** A player whose name the shop has not checked yet: it caches names for some time. */
export function freshPlayer(): string {
  return String(randomInt(620_000_000, 630_000_000))
}

/** Waits for an admin. */
export const premium: Wish = {
  product: 'sitara-plus',
  item: 'Premium, 1 month',
  input1: 'asha@mail.test',
  input2: '9000000001',
  paymentmode: 'upi',
}

/**
 * The same wish for a new player, where it is one of those above: the shop asks for confirmation of a
 * second order of the same item for one player.
 */
export function forNewPlayer(wish: Wish): Wish {
  if (wish.input1 === diamonds.input1) return { ...wish, input1: freshPlayer() }
  if (wish.input1 === premium.input1) return { ...wish, input1: `asha-${freshPlayer()}@mail.test` }
  return wish
}

async function startTopUp(shop: Shop, rupees: number): Promise<string> {
  const body = { value: rupees, userid: shop.user.userid }
  const { data } = await shop.customer.call(topUp, { body, idempotencyKey: randomUUID() })
  return data.client_txn_id
}

async function fundWallet(shop: Shop, rupees: number): Promise<void> {
  if ((await shop.balance()) >= rupees) return
  await shop.pay(await startTopUp(shop, rupees))
  await until('a full wallet', async () => (await shop.balance()) >= rupees || undefined)
}

/** Polls until there is an answer. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`waited 10 s for ${what}`)
}

function required(name: 'E2E_URL' | 'E2E_SIMULATOR_URL'): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: tests/e2e/global-setup.ts sets it`)
  return value
}
