import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { orderTransitions } from '@jhatpat/shared/contracts/order-status.ts'
import { type Order, orderList } from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, look, orderBody, pay, soldTo, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
/** The same people at each of the two api processes. */
let asha: [Person, Person]
let meera: [Person, Person]

beforeAll(async () => {
  service = await startService({ workers: true, env: { MAX_UNPAID: '100', LIMIT_ORDERS: '1000' } })
  const second = await service.startAnotherApi()
  await service.startAnotherWorkers()
  shop = await insertShop()
  user = await insertCustomer()
  const one = await insertAdmin({ name: 'Meera' })
  asha = [await service.as(user), await service.as(user, second)]
  meera = [await service.as(one), await service.as(one, second)]
})
afterAll(() => service.stop())

async function subscribe(person: Person, id: string): Promise<Order[]> {
  const socket = await person.socket()
  const events: Order[] = []
  socket.on('order.updated', (order) => events.push(order))
  const reply = await socket.emitWithAck('order.subscribe', { client_txn_id: id })
  expect(reply.ok).toBe(true)
  return events
}

type BoardEvents = { changed: BoardOrder[]; gone: { orderid: string; status: string; by: string }[] }

async function subscribeBoard(person: Person): Promise<BoardEvents> {
  const socket = await person.socket()
  const events: BoardEvents = { changed: [], gone: [] }
  socket.on('board.order_updated', (order) => events.changed.push(order))
  socket.on('board.order_removed', (gone) => events.gone.push(gone))
  await socket.emitWithAck('board.subscribe', {})
  return events
}

const rises = (numbers: number[]) => numbers.every((number, index) => number > (numbers[index - 1] ?? -1))

/** The content of the nth order: single units at both suppliers, and now and then a bundle of three. */
function contentOf(index: number): {
  listing: Listing
  input2: string
  vendor: 'smileone' | 'moogold'
  packs: number
} {
  if (index % 10 === 1) return { listing: shop.bundle, input2: '2001', vendor: 'smileone', packs: 3 }
  if (index % 2 === 1) return { listing: shop.diamonds, input2: '2001', vendor: 'smileone', packs: 1 }
  return { listing: shop.crystals, input2: 'Asia', vendor: 'moogold', packs: 1 }
}

/** With what each waits for. */
async function notCompleted(ids: readonly string[]) {
  const open = await OrderModel.find({ _id: { $in: ids }, status: { $ne: 'Completed' } }).lean()
  return open.map(({ _id, status, pendingReason, due, units }) => [
    _id,
    status,
    pendingReason?.kind,
    due.payment.at,
    due.fulfil.at,
    units.map(({ state }) => state),
  ])
}

describe('with two apis and two worker processes', () => {
  it('PIPE-07 a customer’s page receives each step of the order, whichever api its socket is on', async () => {
    const id = await buy(asha[0], orderBody(user, shop.diamonds, { input1: '820000001' }))
    const pages = [await subscribe(asha[0], id), await subscribe(asha[1], id)]
    await pay(service, id)
    for (const events of pages) {
      await until(
        async () => events.at(-1)?.status,
        (status) => status === 'Completed',
      )
      expect(new Set(events.map((order) => order.status))).toEqual(new Set(['Processing', 'Completed']))
      expect(rises(events.map((order) => order.revision))).toBe(true)
      expect(events.at(-1)).toEqual(await look(asha[0], id))
    }
  })

  it('PIPE-08 every admin’s board shows an order arrive, be assigned and leave, whichever api it is on', async () => {
    const boards = [await subscribeBoard(meera[0]), await subscribeBoard(meera[1])]
    await giveMoney(user, 34_500)
    const id = await buy(asha[1], orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    await meera[1].call(admin.assignOrder, { params: { id }, body: { action: 'assign' } })
    await meera[0].call(admin.transitionOrder, { params: { id }, body: { to: 'Completed', version: 1 } })
    for (const events of boards) {
      const gone = await until(
        async () => events.gone.find((one) => one.orderid === id),
        (one) => one !== undefined,
      )
      expect(gone?.status).toBe('Completed')
      const rows = events.changed.filter((row) => row.orderid === id)
      expect(rows.map((row) => row.assignee?.name)).toEqual([undefined, 'Meera'])
      expect(rises(rows.map((row) => row.revision))).toBe(true)
    }
  })

  it('a changed balance is published to all pages of its owner', async () => {
    const sockets = [await asha[0].socket(), await asha[1].socket()]
    const balances = sockets.map(
      (socket) =>
        new Promise<number>((resolve) => socket.once('wallet.updated', ({ balance }) => resolve(balance))),
    )
    await giveMoney(user, 34_500)
    await buy(asha[0], orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const now = await balanceOf(asha[1], user)
    expect(await Promise.all(balances)).toEqual([now, now])
  })

  it('delivers each of sixty concurrent orders once, with every paisa accounted for', async () => {
    const before = await balanceOf(asha[0], user)
    await giveMoney(user, 12 * 34_500)
    const placed = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const { listing, input2, vendor } = contentOf(index)
        const input1 = String(830_000_000 + index)
        const paymentmode = index < 12 ? 'wallet' : 'upi'
        const body = orderBody(user, listing, { input1, input2, paymentmode })
        return { id: await buy(asha[index % 2 ? 1 : 0], body), input1, vendor, paymentmode }
      }),
    )
    await Promise.all(placed.filter((one) => one.paymentmode === 'upi').map((one) => pay(service, one.id)))
    const ids = placed.map((one) => one.id)
    await until(
      () => notCompleted(ids),
      (open) => open.length === 0,
      40_000,
    )
    for (const [index, { input1, vendor }] of placed.entries()) {
      expect(soldTo(service, vendor, input1), input1).toHaveLength(contentOf(index).packs)
    }
    expect(await balanceOf(asha[1], user)).toBe(before)
    expect((await verifyBalances()).faults).toEqual([])
  }, 60_000)

  it('gives every order a history of allowed transitions, with versions without a gap', async () => {
    const orders = await OrderModel.find().lean()
    expect(orders.length).toBeGreaterThan(60)
    for (const { history, version, status, revision } of orders) {
      expect(history.map((row) => row.version)).toEqual(history.map((_, index) => index + 1))
      expect(history.at(-1)).toMatchObject({ version, to: status })
      expect(revision).toBeGreaterThanOrEqual(version)
      for (const row of history.slice(1)) {
        expect(
          orderTransitions.some((transition) => transition.from === row.from && transition.to === row.to),
        ).toBe(true)
      }
    }
    expect(
      await asha[0].call(orderList, { params: { userId: user.userid }, query: { limit: 500 } }),
    ).toHaveLength(orders.length)
  })
})
