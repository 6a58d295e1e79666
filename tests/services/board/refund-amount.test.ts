import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { describe, expect, it } from 'vitest'
import { balanceOf, refusalOf } from '../../support/buying.ts'
import { decidedFields } from '../../support/decided-fields.ts'
import { lostBefore, secondRejected, setUpUnresolved } from './unresolved-orders.ts'

const at = setUpUnresolved()

const find = async (orderid: string) => (await OrderModel.findById(orderid))!
const balance = () => balanceOf(at.customer.asha, at.customer.user)
const refundsOf = (ref: string) =>
  JournalEntryModel.find({ ref, kind: { $in: ['order_refund', 'order_partial_refund'] } }).lean()

/** One of three units of ₹345 was delivered, the dearest; the other two are worth 15 of 115 parts. */
async function orderWithDearestDelivered() {
  const target = await at.staff.placeUnresolved(at.customer, at.shop.bundle, secondRejected)
  const costs = { 'units.0.cost': '100', 'units.1.cost': '10', 'units.2.cost': '5' }
  await OrderModel.updateOne({ _id: target.id }, { $set: costs })
  return { ...target, row: (await at.staff.onBoard(target.id))! }
}

describe('a partial refund of what was not delivered', () => {
  it('is divided by the cost of the missing units, not by their number', async () => {
    const target = await orderWithDearestDelivered()
    expect(target.row).toMatchObject({ suggestedRefund: 45, refundable: 345 })
    expect(await at.staff.resolve(target, 'refund')).toMatchObject({ status: 'Completed', credited: 45 })
    expect(await balance()).toBe(1000 - 345 + 45)
  })

  it('earns no points; the part that stays paid does', async () => {
    const target = await orderWithDearestDelivered()
    expect(await at.staff.resolve(target, 'refund')).toMatchObject({
      points: { offered: 3.45, earned: 3, revoked: 0 },
    })
  })

  it('is divided by number when one cost is unknown', async () => {
    const target = await orderWithDearestDelivered()
    await OrderModel.updateOne({ _id: target.id }, { $set: { 'units.2.cost': '' } })
    expect(await at.staff.onBoard(target.id)).toMatchObject({ suggestedRefund: 230 })
    expect((await at.staff.resolve(target, 'refund')).credited).toBe(230)
  })

  it('is the amount that the admin enters instead, and the log says so', async () => {
    const target = await orderWithDearestDelivered()
    const reply = await at.staff.resolve(target, 'refund', { amount: 60.5, reason: 'As agreed by phone' })
    expect(reply).toMatchObject({ status: 'Completed', credited: 60.5, refundable: 284.5 })
    expect(reply.staffActions[0]).toMatchObject({
      action: 'refund_partly',
      amount: 60.5,
      reason: 'As agreed by phone',
    })
    expect(await balance()).toBe(1000 - 345 + 60.5)
    expect((await refundsOf(target.id))[0]?.postings).toMatchObject([
      { account: 'sales', amountPaise: -6_050 },
      { amountPaise: 6_050 },
    ])
  })

  it.each([
    [0, 'Enter an amount above ₹0.'],
    [345.01, 'You can refund up to ₹345.00.'],
  ])('refuses ₹%d', async (amount, message) => {
    const target = await orderWithDearestDelivered()
    const before = await find(target.id)
    expect(await refusalOf(at.staff.resolve(target, 'refund', { amount }))).toMatchObject({
      status: 400,
      code: 'amount_invalid',
      field: 'amount',
      message,
    })
    expect(decidedFields((await find(target.id)).toObject())).toEqual(decidedFields(before.toObject()))
    expect(await refundsOf(target.id)).toEqual([])
  })

  it.each([-1, 1.005, 1e9])('is refused by its contract when it is %d', async (amount) => {
    const target = await orderWithDearestDelivered()
    expect(await refusalOf(at.staff.resolve(target, 'refund', { amount }))).toMatchObject({
      status: 400,
      field: 'amount',
    })
    expect(await refundsOf(target.id)).toEqual([])
  })

  it('is refused while nothing was delivered', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    expect(await refusalOf(at.staff.resolve(target, 'refund', { amount: 100 }))).toMatchObject({
      status: 400,
      field: 'amount',
      message: 'Nothing was delivered, so the full ₹345.00 must be refunded.',
    })
    expect(await at.staff.resolve(target, 'refund', { amount: 345 })).toMatchObject({ status: 'Refunded' })
    expect(await balance()).toBe(1000)
  })

  it('accepts an amount with no other resolution', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    for (const answer of ['delivered', 'retry_unit'] as const)
      expect(await refusalOf(at.staff.resolve(target, answer, { amount: 1 }))).toMatchObject({
        status: 400,
        field: 'amount',
      })
    expect(at.staff.sold(target.player)).toBe(0)
  })

  it('leaves for a later refund only the rest, or nothing', async () => {
    const [some, all] = [await orderWithDearestDelivered(), await orderWithDearestDelivered()]
    const whole = (id: string) =>
      at.staff.meera.call(admin.transitionOrder, { params: { id }, body: { to: 'Refunded', version: 2 } })
    await at.staff.resolve(some, 'refund', { amount: 100 })
    expect(await whole(some.id)).toMatchObject({ status: 'Refunded', credited: 345 })
    await at.staff.resolve(all, 'refund', { amount: 345 })
    expect(await refusalOf(whole(all.id))).toMatchObject({
      status: 409,
      message: 'This order is already refunded in full.',
    })
    expect(await balance()).toBe(1000)
    expect(await refundsOf(all.id)).toHaveLength(1)
  })

  it('is paid once when twenty amounts of two admins race', async () => {
    const target = await orderWithDearestDelivered()
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        at.staff.resolve(target, 'refund', {
          amount: index + 1,
          who: index % 2 ? at.staff.meera : at.staff.imran,
        }),
      ),
    )
    const paid = calls.flatMap((one) => (one.status === 'fulfilled' ? [one.value.credited] : []))
    expect(paid).toHaveLength(1)
    expect(await balance()).toBe(1000 - 345 + paid[0]!)
    expect((await find(target.id)).staffActions.map(({ amountPaise }) => amountPaise)).toEqual([
      paid[0]! * 100,
    ])
  })
})
