import { myOrders } from '@jhatpat/shared/contracts/accounts.ts'
import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import * as calls from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, look, orderBody, pay, refusalOf, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
})

const today = () => istDay(new Date())
const status = (client_txn_id: string, more: { key?: string; date?: string } = {}, person = asha) =>
  person.call(calls.orderStatus, { body: { client_txn_id, date: today(), key: 'storefront', ...more } })

describe('POST /order/orderstatus', () => {
  it('CALL-16 asks the gateway and replies with the order and its payment', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    const first = await status(id)
    expect(first.order).toMatchObject({ orderid: id, status: 'Created' })
    expect(first.data).toMatchObject({ client_txn_id: id, status: 'created', amount: 345, upi_txn_id: '' })
    await pay(service, id)
    const { order, data } = await until(
      () => status(id),
      (reply) => reply.order.status === 'Processing',
    )
    expect(data).toMatchObject({ status: 'paid', amount: 345 })
    expect(data.upi_txn_id).toMatch(/^\d{12,}$/)
    expect(order.transactionid).toBe(data.upi_txn_id)
    expect(Date.parse(data.paidAt ?? '')).toBeGreaterThan(Date.parse(data.createdAt))
  })

  it('CALL-16 takes the day as dd-mm-yyyy, and a token', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    expect(await refusalOf(status(id, { date: '2026-11-21' }))).toMatchObject({ status: 400, field: 'date' })
    expect(await refusalOf(status(id, {}, service.guest))).toMatchObject({ status: 401 })
    expect(await refusalOf(status(id, { key: 'other' }))).toMatchObject({ code: 'unknown_application_key' })
  })

  it('says "not found" about another customer’s order, except to an admin', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    const stranger = await service.as(await insertCustomer())
    expect(await refusalOf(status(id, {}, stranger))).toMatchObject({ status: 404 })
    expect(await refusalOf(status('JP000000NOSUCH'))).toMatchObject({ status: 404 })
    expect((await status(id, {}, meera)).order.orderid).toBe(id)
  })

  it('STATE-02 promises a Processing order within 30 minutes', async () => {
    await giveMoney(user, 34_500)
    const from = service.clock.now().getTime()
    const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const promised = Date.parse((await look(asha, id)).promisedBy ?? '')
    expect(promised - from).toBeGreaterThanOrEqual(30 * 60_000)
    expect(promised - from).toBeLessThan(30 * 60_000 + 10_000)
  })
})

describe('an order in a reply', () => {
  it('ENT-14 ENT-15 ENT-16 ENT-17 has the specification’s fields', async () => {
    const upi = await buy(asha, orderBody(user, shop.diamonds, { input1: '760000001', input2: '2001' }))
    await giveMoney(user, 34_500)
    const wallet = await buy(
      asha,
      orderBody(user, shop.manual, { input1: 'neha@mail.test', paymentmode: 'wallet' }),
    )
    const [second, first] = await asha.call(calls.orderList, { params: { userId: user.userid } })
    expect(first).toMatchObject({
      _id: upi,
      orderid: upi,
      itemname: '86 Diamonds',
      itemid: shop.diamonds.item._id,
      status: 'Created',
      reason: '',
      input1: '760000001',
      input2: '2001',
      value: 345,
      paymentmode: 'upi',
      useremail: user.email,
      transactionid: '',
    })
    for (const time of [first?.createdAt, first?.updatedAt]) expect(Date.parse(time ?? '')).not.toBeNaN()
    expect(second).toMatchObject({ orderid: wallet, input1: 'neha@mail.test', paymentmode: 'wallet' })
  })

  it('BUY-01 is for a game top-up, an in-game item or an OTT subscription alike', async () => {
    const pass = await insertProductWithItem(
      { name: 'Honor of Kings', type: 'HOK', apiType: 'OTHER', category: 'instant-games' },
      { name: 'Weekly pass', type: 'weekly' },
    )
    const ids = []
    for (const listing of [shop.diamonds, pass, shop.manual])
      ids.push(await buy(asha, orderBody(user, listing)))
    const orders = await asha.call(calls.orderList, { params: { userId: user.userid } })
    expect(orders.map((order) => order.orderid)).toEqual(ids.toReversed())
    expect(orders.map((order) => order.delivery)).toEqual(['manual', 'manual', 'instant'])
  })
})

describe('GET /order/{userId}', () => {
  it('CALL-15 lists a customer’s own orders, newest first, by userid or _id, and in pages', async () => {
    const ids = []
    for (let count = 0; count < 3; count += 1) ids.unshift(await buy(asha, orderBody(user, shop.manual)))
    const list = (userId: string, query = {}) => asha.call(calls.orderList, { params: { userId }, query })
    const idsOf = (orders: calls.Order[]) => orders.map((order) => order.orderid)
    expect(idsOf(await list(user.userid))).toEqual(ids)
    expect(idsOf(await list(String(user._id)))).toEqual(ids)
    expect(idsOf(await list(user.userid, { limit: 2 }))).toEqual(ids.slice(0, 2))
    expect(idsOf(await list(user.userid, { limit: 2, cursor: ids[1] }))).toEqual(ids.slice(2))
  })

  it('skips and repeats nothing between pages, though all were bought at the same time', async () => {
    for (let count = 0; count < 5; count += 1) await buy(asha, orderBody(user, shop.manual))
    await OrderModel.collection.updateMany({ userId: user._id }, { $set: { createdAt: new Date() } })
    const page = (query: { limit?: number; cursor?: string | undefined }) =>
      asha.call(calls.orderList, { params: { userId: user.userid }, query })
    const all = await page({})
    let listed: calls.Order[] = []
    for (let more = true; more; ) {
      const next = await page({ limit: 2, cursor: listed.at(-1)?.orderid })
      listed = [...listed, ...next]
      more = next.length === 2
    }
    expect(listed.map((order) => order.orderid)).toEqual(all.map((order) => order.orderid))
    expect(new Set(listed.map((order) => order.orderid)).size).toBe(5)
  })

  it('CALL-15 needs a token, and shows no other customer’s orders', async () => {
    const params = { userId: user.userid }
    expect(await refusalOf(service.guest.call(calls.orderList, { params }))).toMatchObject({ status: 401 })
    const stranger = await service.as(await insertCustomer())
    expect(await refusalOf(stranger.call(calls.orderList, { params }))).toMatchObject({ status: 404 })
    expect(await meera.call(calls.orderList, { params })).toEqual([])
  })
})

describe('GET /user/myorder/{_id}', () => {
  it('CALL-17 counts all, completed and refunded orders of a customer', async () => {
    await giveMoney(user, 3 * 34_500)
    const ids = []
    for (let count = 0; count < 3; count += 1) {
      ids.push(await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' })))
    }
    for (const [index, to] of (['Completed', 'Refunded'] as const).entries()) {
      await meera.call(transitionOrder, { params: { id: ids[index] ?? '' }, body: { to, version: 1 } })
    }
    const params = { _id: String(user._id) }
    expect(await asha.call(myOrders, { params })).toEqual({ total_order: 3, completed: 1, refunded: 1 })
    expect(await refusalOf(service.guest.call(myOrders, { params }))).toMatchObject({ status: 401 })
    const stranger = await service.as(await insertCustomer())
    expect(await refusalOf(stranger.call(myOrders, { params }))).toMatchObject({ status: 404 })
  })
})
