import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import {
  fulfilOrder,
  type OrderDoc,
  OrderModel,
  unitsOfEarlierAccounts,
} from '@jhatpat/shared/domain/orders/index.ts'
import { AccountModel, syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { createSuppliers } from '@jhatpat/shared/providers/suppliers/registry.ts'
import type { UnitOutcome } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody, soldTo } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

const minuteMs = 60_000
const lookupPath = 'order/order_detail_partner_id'
const earlier = { partnerId: 'the-earlier-account', secret: 'its-secret' }

/** No workers run: the test runs each task itself. */
let service: Service
let shop: Shop
let user: IUser
let asha: Person
let players = 0

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  await syncPriceLists(service.deps)
  await service.simulators.control('moogold', { addAccount: earlier })
})
afterAll(() => service.stop())
beforeEach(async () => {
  await OrderModel.updateMany({ status: 'Processing' }, { $set: { 'pendingReason.needsAction': false } })
  await service.simulators.reset('faults')
  await service.simulators.control('moogold', { statuses: ['processing'], webhook: { lost: true } })
  await AccountModel.deleteMany({})
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})

const find = (id: string) => OrderModel.findById(id).lean<OrderDoc>() as Promise<OrderDoc>

async function placed(
  listing: Listing = shop.crystals,
  input2 = 'Asia',
): Promise<{ id: string; player: string }> {
  players += 1
  const player = String(792_000_000 + players)
  return {
    id: await buy(asha, orderBody(user, listing, { input1: player, input2, paymentmode: 'wallet' })),
    player,
  }
}

type Suppliers = Service['deps']['suppliers']

/** Runs the order's due task, as a process with other credentials or another answer does. */
async function work(id: string, suppliers: Suppliers = service.deps.suppliers): Promise<void> {
  await fulfilOrder({ ...service.deps, suppliers }, id, (await find(id)).due.fulfil.seq)
}

/** A process with the accounts in its settings. */
const accounts = (settings: Partial<Service['env']>) => createSuppliers({ ...service.env, ...settings })

const ofEarlier = () => accounts({ MOOGOLD_PARTNER_ID: earlier.partnerId, MOOGOLD_SECRET: earlier.secret })

/** Makes that many of the next lookups answer that there is no such order. */
const forgetOrders = (times: number) =>
  service.simulators.control('moogold', {
    next: Array.from({ length: times }, () => ({ call: lookupPath, outcome: 'refuse', code: '421' })),
  })

describe('a supplier that does not know an order', () => {
  it('which it had accepted is polled by its own id, and the order is not bought again', async () => {
    const { id, player } = await placed()
    await work(id)
    await forgetOrders(1)
    await work(id)
    expect((await find(id)).units[0]).toMatchObject({ state: 'sending', attempt: 1, notFoundTimes: 0 })
    expect(soldTo(service, 'moogold', player)).toHaveLength(1)
  })

  it('which it had accepted leaves it to an admin after three answers in a row, with the id that it gave', async () => {
    const { id, player } = await placed()
    await work(id)
    const { supplierOrderId } = (await find(id)).units[0]!
    // The same process asks an account that does not know it.
    const forgetful = {
      ...service.deps.suppliers,
      forApiType: withLookUp(async () => ({ kind: 'not_found' })),
    }
    for (let times = 0; times < 3; times += 1) await work(id, forgetful)
    const order = await find(id)
    expect(order.units[0]).toMatchObject({ state: 'unknown', attempt: 1, supplierOrderId })
    expect(order.pendingReason).toMatchObject({ kind: 'outcome_unknown', needsAction: true })
    expect(order.pendingReason?.detail).toContain(supplierOrderId)
    expect(order.due.fulfil.at).toBeNull()
    await work(id)
    expect(soldTo(service, 'moogold', player)).toHaveLength(1)
  })

  it('whose call may be in flight is polled until the call must have ended, and only then bought again', async () => {
    const { id, player } = await placed()
    await work(id, { ...service.deps.suppliers, forApiType: withPurchase(async () => timeOut) })
    await work(id)
    await work(id)
    expect((await find(id)).units[0]).toMatchObject({ state: 'unknown', attempt: 1, notFoundTimes: 2 })
    expect(soldTo(service, 'moogold', player)).toHaveLength(0)
    service.clock.advance(service.env.SUPPLIER_TIMEOUT_MS + 15_000)
    await work(id)
    expect((await find(id)).units[0]).toMatchObject({ state: 'sending', attempt: 2 })
    expect(soldTo(service, 'moogold', player)).toHaveLength(1)
  })

  it('of an ended order is polled until it has repeated its answer over an hour', async () => {
    const { id } = await placed()
    await work(id)
    await OrderModel.updateOne(
      { _id: id },
      { $set: { 'units.0.isFollowedUp': true, 'units.0.state': 'delivered' } },
    )
    await OrderModel.updateOne(
      { _id: id },
      { $set: { status: 'Completed', completedAt: service.clock.now() } },
    )
    const forgetful = {
      ...service.deps.suppliers,
      forApiType: withLookUp(async () => ({ kind: 'not_found' })),
    }
    for (const waitMs of [minuteMs, 10 * minuteMs, 20 * minuteMs]) {
      service.clock.advance(waitMs)
      await work(id, forgetful)
    }
    const early = await find(id)
    expect(early.units[0]).toMatchObject({ notFoundTimes: 3, isFollowedUp: true })
    expect([early.supplierConflicts, early.due.fulfil.at === null]).toEqual([[], false])
    service.clock.advance(40 * minuteMs)
    await work(id, forgetful)
    const late = await find(id)
    expect(late.supplierConflicts).toMatchObject([{ kind: 'not_delivered', closedAt: null }])
    expect(late.due.fulfil.at).toBeNull()
  })
})

describe('another account at the vendor', () => {
  it('without our orders is not polled about them: they go to an admin at once', async () => {
    const { id, player } = await placed()
    await work(id, ofEarlier())
    expect((await find(id)).units[0]).toMatchObject({
      state: 'sending',
      accountId: ofEarlier().byName.MOOGOLD.accountId,
    })
    await work(id)
    const order = await find(id)
    expect(order.units[0]).toMatchObject({ state: 'unknown', attempt: 1 })
    expect(order.pendingReason).toMatchObject({ kind: 'outcome_unknown', needsAction: true })
    expect(order.pendingReason?.detail).toContain('another account of MOOGOLD')
    await work(id)
    expect(soldTo(service, 'moogold', player)).toHaveLength(1)
    const counted = await unitsOfEarlierAccounts(service.deps)
    expect([...counted]).toEqual([['MOOGOLD', 1]])
    const { stdout } = await runCliIn(service, ['supplier:accounts'])
    expect(stdout).toContain(`MOOGOLD account ${order.units[0]?.accountId}: 1 purchase, the last sent at `)
  })

  it('is polled about its orders while its credentials are still set', async () => {
    const { id, player } = await placed()
    await work(id, ofEarlier())
    const both = accounts({
      MOOGOLD_PREVIOUS_PARTNER_ID: earlier.partnerId,
      MOOGOLD_PREVIOUS_SECRET: earlier.secret,
    })
    await service.simulators.control('moogold', {
      setStatus: { order_id: Number((await find(id)).units[0]?.supplierOrderId), status: 'completed' },
    })
    await work(id, both)
    expect((await find(id)).status).toBe('Completed')
    expect(soldTo(service, 'moogold', player)).toHaveLength(1)
  })

  it('with an ended order is reported to an admin once, and polled no more', async () => {
    const { id } = await placed()
    await work(id, ofEarlier())
    await OrderModel.updateOne({ _id: id }, { $set: { 'units.0.isFollowedUp': true, status: 'Refunded' } })
    await work(id)
    await OrderModel.updateOne({ _id: id }, { $set: { 'due.fulfil.at': service.clock.now() } })
    await work(id)
    const order = await find(id)
    expect(order.supplierConflicts).toMatchObject([{ kind: 'account_changed', closedAt: null }])
    expect(order.due.fulfil.at).toBeNull()
  })

  it('has a balance that is not compared with the previous account’s', async () => {
    const { id, player } = await placed(shop.diamonds, '1234')
    const before = accounts({ SMILE_UID: '99', SMILE_EMAIL: 'earlier@shop.test' })
    const unanswered = { ...before, forApiType: withPurchase(async () => timeOut, before) }
    await AccountModel.insertMany([
      {
        _id: 'SMILEBR',
        batch: 1,
        isOpen: true,
        balance: '1000',
        readAt: service.clock.now(),
        members: [],
        accountId: before.byName.SMILEBR.accountId,
      },
    ])
    await work(id, unanswered)
    expect((await find(id)).units[0]).toMatchObject({ state: 'unknown', batch: 1 })
    service.clock.advance(10 * minuteMs)
    await work(id)
    const order = await find(id)
    expect(order.units[0]).toMatchObject({ state: 'unknown', attempt: 1, batch: 0 })
    expect(order.pendingReason?.detail).toContain('another account of SMILEBR')
    const account = await AccountModel.findById('SMILEBR').lean()
    expect(account).toMatchObject({ batch: 2, accountId: service.deps.suppliers.byName.SMILEBR.accountId })
    expect(soldTo(service, 'smileone', player)).toHaveLength(0)
  })
})

describe('an older attempt that the supplier accepts after a newer one was refunded', () => {
  /** Two calls in flight at once: the newer is rejected and refunded, then the older one is accepted. */
  async function acceptedLate(): Promise<{ id: string; supplierOrderId: string }> {
    const { id } = await placed()
    const suppliers = service.deps.suppliers
    const older = withPurchase(async (answer) => {
      await OrderModel.updateOne({ _id: id }, { $set: { 'units.0.state': 'planned' } })
      const rejected: UnitOutcome = { kind: 'rejected', code: '118', message: 'Blocked', retryable: false }
      await work(id, { ...suppliers, forApiType: withPurchase(async () => rejected) })
      expect((await find(id)).status).toBe('Refunded')
      return answer
    }, suppliers)
    await work(id, { ...suppliers, forApiType: older })
    const [conflict] = (await find(id)).supplierConflicts
    expect(conflict).toMatchObject({ kind: 'older_attempt_accepted', attempt: 1, endedAt: null })
    return { id, supplierOrderId: conflict?.supplierOrderId ?? '' }
  }

  const ends = (supplierOrderId: string, status: string) =>
    service.simulators.control('moogold', { setStatus: { order_id: Number(supplierOrderId), status } })

  it('is followed up until its delivery, which raises a conflict', async () => {
    const { id, supplierOrderId } = await acceptedLate()
    expect((await find(id)).due.fulfil.at).not.toBeNull()
    service.clock.advance(minuteMs)
    await work(id)
    expect((await find(id)).supplierConflicts).toHaveLength(1)
    await ends(supplierOrderId, 'completed')
    service.clock.advance(minuteMs)
    await work(id)
    const order = await find(id)
    expect(order.supplierConflicts.map(({ kind, attempt }) => [kind, attempt])).toEqual([
      ['older_attempt_accepted', 1],
      ['delivered_after_refund', 1],
    ])
    expect(order).toMatchObject({ hasSupplierConflict: true, due: { fulfil: { at: null } } })
  })

  it('closes by itself when the supplier refunds it', async () => {
    const { id, supplierOrderId } = await acceptedLate()
    await ends(supplierOrderId, 'refunded')
    service.clock.advance(minuteMs)
    await work(id)
    const order = await find(id)
    expect(order).toMatchObject({ hasSupplierConflict: false, due: { fulfil: { at: null } } })
    expect(order.supplierConflicts).toMatchObject([{ kind: 'older_attempt_accepted' }])
    expect(order.supplierConflicts[0]?.closedAt).not.toBeNull()
  })
})

const timeOut: UnitOutcome = { kind: 'unknown', message: 'No answer within 60 s.' }

/** Purchases with an outcome that differs between process and supplier; none is made where `end` takes no answer. */
function withPurchase(
  end: (answer: UnitOutcome) => Promise<UnitOutcome>,
  suppliers?: Suppliers,
): Suppliers['forApiType'] {
  return (apiType) => {
    const delivery = (suppliers ?? service.deps.suppliers).forApiType(apiType)
    if (!delivery) return delivery
    const purchaseUnit = async (order: Parameters<typeof delivery.supplier.purchaseUnit>[0]) =>
      end(end.length === 0 ? timeOut : await delivery.supplier.purchaseUnit(order))
    return { ...delivery, supplier: { ...delivery.supplier, purchaseUnit } }
  }
}

/** Lookups with another answer. */
function withLookUp(lookupPurchase: () => Promise<{ kind: 'not_found' }>): Suppliers['forApiType'] {
  return (apiType) => {
    const delivery = service.deps.suppliers.forApiType(apiType)
    return delivery && { ...delivery, supplier: { ...delivery.supplier, lookupPurchase } }
  }
}
