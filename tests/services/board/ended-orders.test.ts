import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { resolveSupplierConflicts, supplierConflicts } from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { AccountModel, syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, orderBody, refusalOf, soldTo, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { SUPPLIER_TIMEOUT_MS: '600', SUPPLIER_POLL_MS: '40', BALANCE_SETTLE_MS: '60000' },
  })
  shop = await insertShop()
  await syncPriceLists(service.deps)
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await service.simulators.control('moogold', { webhook: { lost: true } })
  await AccountModel.deleteMany({})
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 34_500)
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

const order = (listing: Listing, input1: string, input2 = 'Asia') =>
  buy(asha, orderBody(user, listing, { input1, input2, paymentmode: 'wallet' }))
const stored = async (id: string) => (await OrderModel.findById(id).lean())!
const open = async (id: string) => (await meera.call(supplierConflicts)).filter((one) => one.orderid === id)

/** An order that MooGold has accepted and not yet decided. */
async function acceptedOrder(): Promise<string> {
  const id = await order(shop.crystals, '20000001')
  await until(
    () => stored(id),
    (one) => one.pendingReason?.kind === 'supplier_review',
  )
  return id
}

async function decide(id: string, answer: 'delivered' | 'refund'): Promise<void> {
  const [unit] = (await stored(id)).units
  const body = { unit: unit!.ref, attempt: unit!.attempt, answer, reason: 'Agreed with the customer' }
  await meera.call(admin.resolveUnit, { params: { id }, body, idempotencyKey: randomUUID() })
}

/** The final answer of MooGold's staff. */
const setMoogoldStatus = (id: string, status: string) =>
  service.simulators.control('moogold', { setStatus: { partnerOrderId: `${id}-1`, status } })

const resolveSupplierConflict = (
  id: string,
  expectedCount = 1,
  reason = 'Told the customer, who keeps both',
) =>
  meera.call(resolveSupplierConflicts, {
    params: { id },
    body: { expectedCount, reason },
    idempotencyKey: randomUUID(),
  })

describe('an order that an admin ended while the supplier had it', () => {
  it('raises a conflict with the rupees at stake when it is delivered after its refund', async () => {
    const id = await acceptedOrder()
    await decide(id, 'refund')
    await ends(asha, id, 'Refunded')
    expect((await stored(id)).due.fulfil.at).not.toBeNull()
    await setMoogoldStatus(id, 'completed')
    service.clock.advance(61_000)
    const [found] = await until(
      () => open(id),
      (list) => list.length > 0,
    )
    expect(found).toMatchObject({ kind: 'delivered_after_refund', amount: 345, status: 'Refunded' })
    const after = await until(
      () => stored(id),
      (one) => one.due.fulfil.at === null,
    )
    expect(after.status).toBe('Refunded')
    expect(await balanceOf(asha, user)).toBe(345)
  })

  it('raises a conflict with the cost of the original order when it was a free redelivery that counts as failed', async () => {
    const id = await acceptedOrder()
    await decide(id, 'refund')
    await ends(asha, id, 'Refunded')
    const { _id, ...doc } = (await OrderModel.collection.findOne({ _id: id as never }))!
    const first = `${_id}F`
    await OrderModel.collection.insertOne({ ...doc, _id: first, status: 'Completed', units: [] } as never)
    const again = { redeliveryOf: first, pricePaise: 0, status: 'Cancelled' }
    await OrderModel.collection.updateOne({ _id: id as never }, { $set: again })
    await setMoogoldStatus(id, 'completed')
    service.clock.advance(61_000)
    const [found] = await until(
      () => open(id),
      (list) => list.length > 0,
    )
    expect(found).toMatchObject({ kind: 'delivered_after_refund', amount: 345, status: 'Cancelled' })
    await OrderModel.deleteMany({ _id: { $in: [id, first] } })
  })

  it('raises a conflict when the supplier refunds what was recorded as delivered', async () => {
    const id = await acceptedOrder()
    await decide(id, 'delivered')
    await ends(asha, id, 'Completed')
    await setMoogoldStatus(id, 'refunded')
    service.clock.advance(61_000)
    const [found] = await until(
      () => open(id),
      (list) => list.length > 0,
    )
    expect(found).toMatchObject({ kind: 'not_delivered', amount: 345, status: 'Completed' })
    expect(await balanceOf(asha, user)).toBe(0)
  })

  it.each([
    ['refund', 'refunded', 'Refunded'],
    ['delivered', 'completed', 'Completed'],
  ] as const)('raises no conflict when the supplier agrees: %s', async (answer, reported, status) => {
    const id = await acceptedOrder()
    await decide(id, answer)
    await ends(asha, id, status)
    await setMoogoldStatus(id, reported)
    service.clock.advance(61_000)
    await until(
      () => stored(id),
      (one) => one.due.fulfil.at === null,
    )
    expect(await open(id)).toEqual([])
  })

  it('is polled less and less often while the supplier has not decided', async () => {
    const id = await acceptedOrder()
    await decide(id, 'refund')
    const delaysMs: number[] = []
    for (const ms of [61_000, 3_600_000]) {
      const { seq } = (await stored(id)).due.fulfil
      service.clock.advance(ms)
      const next = await until(
        () => stored(id),
        (one) => one.due.fulfil.seq > seq && one.due.fulfil.at! > service.clock.now(),
      )
      delaysMs.push(next.due.fulfil.at!.getTime() - service.clock.now().getTime())
    }
    expect(delaysMs[1]).toBeGreaterThan(4 * delaysMs[0]!)
  })
})

/** An order that the supplier delivered without an answer, and that an admin refunded. */
async function refundedUnclearOrder(player: string): Promise<string> {
  await service.simulators.control('smileone', {
    next: { outcome: 'timeout_accepted', match: { userid: player } },
  })
  const id = await order(shop.diamonds, player, '1234')
  await until(
    () => stored(id),
    (one) => one.units[0]?.state === 'sending',
  )
  // Another process held the account's settlement lock and was killed.
  const lock = { by: 'another process', until: new Date(service.clock.now().getTime() + 40_000) }
  await AccountModel.updateOne({ _id: 'SMILEBR' }, { $set: { settlementLock: lock } })
  await until(
    () => stored(id),
    (one) => one.pendingReason?.kind === 'outcome_unknown',
  )
  await decide(id, 'refund')
  expect(await ends(asha, id, 'Refunded')).toMatchObject({ credited: 345 })
  return id
}

describe('an order whose unclear purchase an admin refunded', () => {
  it('raises a conflict when the balance shows that it was delivered', async () => {
    const player = '880000001'
    const id = await refundedUnclearOrder(player)
    service.clock.advance(61_000)
    const [found] = await until(
      () => open(id),
      (list) => list.length > 0,
    )
    expect(found).toMatchObject({ kind: 'delivered_after_refund', amount: 345 })
    await until(
      () => stored(id),
      (one) => one.due.fulfil.at === null,
    )
    expect(soldTo(service, 'smileone', player)).toHaveLength(1)
  })

  it('is polled no longer when other purchases on the account make the balance useless as evidence', async () => {
    const player = '880000004'
    const id = await refundedUnclearOrder(player)
    await service.simulators.control('smileone', { points: { br: '41000.00' } })
    service.clock.advance(61_000)
    // The reading is late enough to be the last; the next poll has nothing to wait for.
    await until(
      () => stored(id),
      (one) => one.units[0]?.batch === 0,
    )
    service.clock.advance(121_000)
    const left = await until(
      () => stored(id),
      (one) => one.due.fulfil.at === null,
    )
    expect(left.units[0]).toMatchObject({ state: 'unknown', batch: 0 })
    expect(await open(id)).toEqual([])
  })
})

describe('an ended order', () => {
  it('keeps no task when none of its units is at a supplier', async () => {
    await service.simulators.control('smileone', {
      next: { outcome: 'refuse', match: { userid: '880000003' } },
    })
    const refused = await order(shop.diamonds, '880000003', '1234')
    await ends(asha, refused, 'Refunded')
    const manual = await order(shop.manual, 'neha@mail.test', '9000000000')
    const { version } = await stored(manual)
    const decision = { to: 'Completed' as const, version }
    await meera.call(admin.transitionOrder, {
      params: { id: manual },
      body: decision,
      idempotencyKey: randomUUID(),
    })
    for (const id of [refused, manual]) expect((await stored(id)).due.fulfil.at).toBeNull()
  })
})

describe('resolving a supplier conflict', () => {
  it('records what was done, once, with the admin’s name', async () => {
    const id = await acceptedOrder()
    await decide(id, 'refund')
    await setMoogoldStatus(id, 'completed')
    service.clock.advance(61_000)
    await until(
      () => open(id),
      (list) => list.length > 0,
    )
    expect(await refusalOf(resolveSupplierConflict(id, 2))).toMatchObject({
      status: 409,
      code: 'order_changed',
    })
    expect(await refusalOf(resolveSupplierConflict(id, 1, ' '))).toMatchObject({
      status: 400,
      field: 'reason',
    })
    await resolveSupplierConflict(id)
    expect(await open(id)).toEqual([])
    expect((await stored(id)).staffActions.at(-1)).toMatchObject({
      action: 'resolve_conflict',
      name: 'Meera',
    })
    expect(await refusalOf(resolveSupplierConflict(id))).toMatchObject({ code: 'order_changed' })
  })
})
