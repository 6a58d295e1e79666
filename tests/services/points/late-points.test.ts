import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { latePointsLeft, PointsBalanceModel } from '@jhatpat/shared/domain/points/index.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, look, orderBody } from '../../support/buying.ts'
import { pointsOf } from '../../support/points.ts'
import { insertProductWithItem } from '../../support/shop.ts'
import { setUpUnresolved } from '../board/unresolved-orders.ts'

const at = setUpUnresolved()
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

let passedMs = 0
function pass(ms: number): void {
  passedMs += ms
  at.service.clock.advance(ms)
}
afterEach(() => pass(-passedMs))

const late = () => pass(31 * 60_000)
const placed = (listing: Listing = at.shop.manual) =>
  buy(at.customer.asha, orderBody(at.customer.user, listing, { input1: '1', paymentmode: 'wallet' }))
const complete = (id: string) =>
  at.staff.meera.call(admin.transitionOrder, { params: { id }, body: { to: 'Completed', version: 1 } })
const given = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())?.points?.lateBonus
const cheap = () =>
  insertProductWithItem(
    { name: 'Six rupees', type: 'OTHER', apiType: 'OTHER' },
    { name: 'Six rupees', discountedPaise: 600, resellPaise: 500 },
  )

describe('points for a late delivery', () => {
  it('are worth a tenth of the price at most', async () => {
    const listing = await cheap()
    const id = await placed(listing)
    late()
    expect(await look(at.customer.asha, id)).toMatchObject({ lateOffer: { points: 0.6 } })
    await complete(id)
    expect(await given(id)).toBe(60)
  })

  it('are 20 per customer and day at most, also when five orders are completed at once', async () => {
    await giveMoney(at.customer.user, 5 * 34_500)
    const ids = await Promise.all(Array.from({ length: 5 }, () => placed()))
    late()
    const before = await pointsOf(at.customer.asha, at.customer.user)
    await Promise.all(ids.map(complete))
    const all = await Promise.all(ids.map(given))
    expect(all.toSorted((one, other) => (other ?? 0) - (one ?? 0))).toEqual([1_000, 1_000, 0, 0, 0])
    const after = await pointsOf(at.customer.asha, at.customer.user)
    expect(after - before).toBeCloseTo(20 + 5 * 3.45, 2)
  })

  it('are limited by what their own transaction has credited, which no other read sees', async () => {
    const { _id } = at.customer.user
    const limit = { userId: _id, day: '2026-01-31', limit: 2_000 }
    const left = await inTransaction(async (tx) => {
      const late = { day: limit.day, hundredths: 1_500 }
      await PointsBalanceModel.updateOne({ _id }, { $set: { late } }, { session: tx, upsert: true })
      const leftInside = await latePointsLeft(tx, limit)
      await PointsBalanceModel.updateOne({ _id }, { $unset: { late: 1 } }, { session: tx })
      return leftInside
    })
    expect(left).toBe(500)
  })

  it('are given again on the next day', async () => {
    await giveMoney(at.customer.user, 4 * 34_500)
    const [first, second, third] = [await placed(), await placed(), await placed()]
    late()
    for (const id of [first, second, third]) await complete(id)
    expect(await given(third)).toBe(0)
    await PointsBalanceModel.updateOne({ _id: at.customer.user._id }, { $set: { 'late.day': '2026-01-01' } })
    const next = await placed()
    late()
    await complete(next)
    expect(await given(next)).toBe(1_000)
  })

  it('are not given for an order that was on hold by an incident', async () => {
    const id = await placed()
    const hold = { incident: 'SMILEBR:1', at: new Date(), releasedAt: new Date() }
    await OrderModel.updateOne({ _id: id }, { $set: { hold } })
    late()
    expect(await look(at.customer.asha, id)).toMatchObject({ lateOffer: { points: 0 } })
    await complete(id)
    expect(await given(id)).toBe(0)
  })
})
