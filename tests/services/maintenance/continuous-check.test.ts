import { randomUUID } from 'node:crypto'
import * as supplierConflicts from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { IncidentModel } from '@jhatpat/shared/domain/incidents/index.ts'
import { checkOrders } from '@jhatpat/shared/domain/maintenance/index.ts'
import { fulfilOrder, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody, soldTo } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { makeOpenOrder } from '../board/open-order-fixture.ts'

const minuteMs = 60_000

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  user = await insertCustomer()
  asha = await service.as(user)
  meera = await service.as(await insertAdmin())
  await giveMoney(user, 1_000_000)
})
afterAll(() => service.stop())

const find = async (orderid: string) => (await OrderModel.findById(orderid).lean())!

const ordered = (input1: string) =>
  buy(asha, orderBody(user, shop.diamonds, { input1, input2: '1234', paymentmode: 'wallet' }))

async function work(orderid: string): Promise<void> {
  await fulfilOrder(service.deps, orderid, (await find(orderid)).due.fulfil.seq)
}

/** One pass of the check, a minute after the previous one. */
async function check(): Promise<void> {
  service.clock.advance(minuteMs)
  await checkOrders({ ...service.deps, env: { ...service.env, CONTINUOUS_CHECK_MS: minuteMs } })
}

/** Writes past `changeOrder`, as a manual write or a bug would. */
const overwrite = (orderid: string, fields: object) =>
  OrderModel.collection.updateOne({ _id: orderid as never }, { $set: fields })

const marks = async (orderid: string) =>
  (await find(orderid)).supplierConflicts.map(({ kind, supplierMessage }) => ({ kind, supplierMessage }))

describe('the continuous check', () => {
  it('reports nothing for orders that keep all rules, open or ended', async () => {
    await check()
    const done = await ordered('740000001')
    await work(done)
    expect((await find(done)).status).toBe('Completed')
    const open = await ordered('740000002')
    await check()
    await check()
    expect([...(await marks(done)), ...(await marks(open))]).toEqual([])
    expect(await IncidentModel.countDocuments()).toBe(0)
    await work(open)
  })

  it('marks an open order that breaks a rule for an admin, and buys no more from its supplier until then', async () => {
    const broken = await ordered('740000003')
    await overwrite(broken, { 'units.0.state': 'delivered', 'units.0.supplierOrderId': 'S99' })
    await check()
    const order = await find(broken)
    expect(order.pendingReason).toMatchObject({ kind: 'task_failed', needsAction: true })
    expect(order.pendingReason?.detail).toContain('its history leads to')
    expect(order.due.fulfil.at).toBeNull()
    expect(await meera.call(supplierConflicts.supplierConflicts)).toMatchObject([
      { orderid: broken, kind: 'check_failed' },
      { orderid: broken, kind: 'check_failed' },
    ])
    expect(await meera.call(supplyAlerts)).toMatchObject([{ kind: 'rule_broken', supplierItemId: broken }])
    expect(await IncidentModel.find().lean()).toMatchObject([{ scope: 'SMILEBR', state: 'active' }])
    const other = await ordered('740000004')
    await work(other)
    expect((await find(other)).pendingReason?.kind).toBe('on_hold')
    expect(soldTo(service, 'smileone', '740000004')).toHaveLength(0)
    // It reports once, however often it runs.
    await check()
    expect(await marks(broken)).toHaveLength(2)
    expect(await IncidentModel.countDocuments()).toBe(1)
  })

  it('releases the order once an admin has resolved it, and does not repeat a known report', async () => {
    const [{ _id: broken } = { _id: '' }] = await OrderModel.find({ hasSupplierConflict: true }).lean()
    await IncidentModel.updateMany(
      {},
      { $set: { state: 'ended', endedAt: service.clock.now(), hasNoHeldOrders: true } },
    )
    await meera.call(supplierConflicts.resolveSupplierConflicts, {
      params: { id: broken },
      body: { expectedCount: 2, reason: 'Compared with the supplier' },
      idempotencyKey: randomUUID(),
    })
    expect((await find(broken)).pendingReason?.kind).toBe('in_progress')
    await check()
    expect(await IncidentModel.countDocuments({ state: 'active' })).toBe(0)
    await overwrite(broken, { 'units.0.state': 'planned', 'units.0.supplierOrderId': '' })
    await work(broken)
    expect((await find(broken)).status).toBe('Completed')
    expect(soldTo(service, 'smileone', '740000003')).toHaveLength(1)
  })

  it('finds a difference of one paisa with the ledger, also in an order that has just ended', async () => {
    const orderid = await ordered('740000005')
    await work(orderid)
    const debit = { _id: `order_debit:${orderid}` }
    await JournalEntryModel.collection.updateOne(debit as never, { $inc: { 'postings.0.amountPaise': 1 } })
    await check()
    expect(await marks(orderid)).toMatchObject([
      { kind: 'check_failed', supplierMessage: expect.stringContaining('paise') },
    ])
    expect((await find(orderid)).status).toBe('Completed')
    await JournalEntryModel.collection.updateOne(debit as never, { $inc: { 'postings.0.amountPaise': -1 } })
    await IncidentModel.updateMany(
      {},
      { $set: { state: 'ended', endedAt: service.clock.now(), hasNoHeldOrders: true } },
    )
  })

  it('finds an order without a task, and two orders with one supplier order', async () => {
    const [forgotten, one, two] = [
      await ordered('740000006'),
      await ordered('740000007'),
      await ordered('740000008'),
    ]
    await overwrite(forgotten, { 'due.fulfil.at': null })
    for (const orderid of [one, two]) {
      await work(orderid)
      await IncidentModel.deleteMany({})
    }
    const { supplierOrderId } = (await find(one)).units[0]!
    await overwrite(two, { 'units.0.supplierOrderId': supplierOrderId })
    await check()
    expect((await marks(forgotten)).map(({ supplierMessage }) => supplierMessage)).toEqual([
      'It is open, and neither a time nor a person gets it on.',
    ])
    expect((await marks(two)).map(({ supplierMessage }) => supplierMessage)).toContain(
      `The supplier’s order ${supplierOrderId} is also that of ${one}.`,
    )
  })

  it('runs one pass over all processes', async () => {
    await IncidentModel.deleteMany({})
    const orderid = await ordered('740000009')
    await overwrite(orderid, { version: 7 })
    service.clock.advance(minuteMs)
    const env = { ...service.env, CONTINUOUS_CHECK_MS: minuteMs }
    await Promise.all(Array.from({ length: 4 }, () => checkOrders({ ...service.deps, env })))
    expect(await marks(orderid)).toHaveLength(1)
    expect(await IncidentModel.countDocuments()).toBe(1)
  })

  it('covers every open order, a hundred of a kind in one pass, and starts again after the last', async () => {
    await OrderModel.deleteMany({})
    const at = new Date(service.clock.now().getTime() - minuteMs)
    // Two with the same millisecond must both be read.
    const timeOf = (index: number) => new Date(at.getTime() + Math.floor(index / 2))
    const many = Array.from({ length: 230 }, (_none, index) => makeOpenOrder(index, timeOf(index)))
    await OrderModel.insertMany(many)
    const counts = []
    for (let round = 0; round < 4; round += 1) {
      await check()
      counts.push(await OrderModel.countDocuments({ hasSupplierConflict: true }))
    }
    expect(counts).toEqual([100, 200, 230, 230])
    await OrderModel.deleteMany({})
  })
})
