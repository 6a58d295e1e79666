import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertProductWithItem } from '../../support/shop.ts'
import { boughtWithLostAnswer, lostBefore, secondRejected, setUpUnresolved } from './unresolved-orders.ts'

const at = setUpUnresolved()
let mixedBundle: Listing
let crystalPacks: Listing
beforeAll(async () => {
  mixedBundle = await insertProductWithItem(
    { name: 'Mobile Legends PH, odd', type: 'MLBB', apiType: 'SMILEPH' },
    { name: 'Three packs for ₹100.01', itemidarray: ['212', '213', '212'], discountedPaise: 10_001 },
  )
  crystalPacks = await insertProductWithItem(
    { name: 'Genshin packs', type: 'GENSHIN', apiType: 'MOOGOLDGENSHIN' },
    { name: 'Two packs', itemidarray: ['428080', '428080'] },
  )
})

const find = async (orderid: string) => (await OrderModel.findById(orderid))!
const balance = () => balanceOf(at.customer.asha, at.customer.user)
const refundsOf = (ref: string) =>
  JournalEntryModel.find({ ref, kind: { $in: ['order_refund', 'order_partial_refund'] } }).lean()

describe('an admin records an unknown unit as delivered', () => {
  it('and the order is Completed by that admin, with nothing bought and nothing refunded', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, boughtWithLostAnswer)
    const { before, after } = target.row.supplierBalance!
    expect(Number(before) - Number(after)).toBeCloseTo(61.5)
    const reply = await at.staff.resolve(target, 'delivered', { reason: 'The points are gone' })
    expect(reply).toMatchObject({ status: 'Completed', reason: 'The points are gone', credited: 0 })
    expect(reply.unitList[0]).toMatchObject({ state: 'delivered', message: 'Delivered, says Meera' })
    expect(at.staff.sold(target.player)).toBe(1)
    expect(await balance()).toBe(655)
    expect((await find(target.id)).history.at(-1)?.by).toMatch(/^[0-9a-f]{24}$/)
  })

  it('in a bundle, and the remaining units are bought', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.bundle, boughtWithLostAnswer)
    expect(target.row.unitList.map((unit) => unit.state)).toEqual(['unknown', 'planned', 'planned'])
    await at.staff.resolve(target, 'delivered')
    const done = await ends(at.customer.asha, target.id, 'Completed')
    expect(done.units).toEqual({ total: 3, delivered: 3 })
    expect(at.staff.sold(target.player)).toBe(3)
  })
})

describe('an admin retries a unit', () => {
  it('with unknown outcome, and it is bought once more, as the next attempt', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    const { before, after } = target.row.supplierBalance!
    expect(after).toBe(before)
    expect(at.staff.sold(target.player)).toBe(0)
    await at.staff.resolve(target, 'retry_unit')
    await ends(at.customer.asha, target.id, 'Completed')
    expect(at.staff.sold(target.player)).toBe(1)
    expect((await find(target.id)).units[0]?.attempt).toBe(2)
  })

  it('once, when both admins press it ten times', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        at.staff.resolve(target, 'retry_unit', { who: index % 2 ? at.staff.meera : at.staff.imran }),
      ),
    )
    expect(calls.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    await ends(at.customer.asha, target.id, 'Completed')
    expect(at.staff.sold(target.player)).toBe(1)
  })

  it('that MooGold refunded, under a new reference', async () => {
    const player = '765000001'
    await at.service.simulators.control('moogold', { statuses: ['completed'] })
    const body = orderBody(at.customer.user, crystalPacks, {
      input1: player,
      input2: 'Asia',
      paymentmode: 'wallet',
    })
    const id = await buy(at.customer.asha, body)
    await at.service.simulators.control('moogold', {
      next: { statuses: ['refunded'], match: { partnerOrderId: `${id}-2` } },
    })
    const unit = (await at.staff.waitsAs(id, 'partly_delivered')).unitList[1]!
    expect(unit).toMatchObject({ ref: `${id}-2`, state: 'rejected', message: 'MooGold refunded the order.' })
    const reply = await at.staff.resolve({ id, unit }, 'retry_unit')
    expect(reply.unitList[1]?.ref).toBe(`${id}-2-r2`)
    await ends(at.customer.asha, id, 'Completed')
    const refs = soldTo(at.service, 'moogold', player).map((entry) => entry.partnerOrderId)
    expect(refs).toEqual([`${id}-1`, `${id}-2`, `${id}-2-r2`])
  })
})

describe('an admin refunds an order', () => {
  it('in full, when none of it was delivered', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    const reply = await at.staff.resolve(target, 'refund', { reason: 'Supplier lost it' })
    expect(reply).toMatchObject({ status: 'Refunded', credited: 345, reason: 'Supplier lost it' })
    expect(await balance()).toBe(1000)
    expect(await refundsOf(target.id)).toMatchObject([{ kind: 'order_refund' }])
  })

  it('by the share that was not delivered, to the paisa, and the order ends Completed', async () => {
    const target = await at.staff.placeUnresolved(at.customer, mixedBundle, secondRejected)
    expect(target.row.suggestedRefund).toBe(74.93)
    const reply = await at.staff.resolve(target, 'refund')
    expect(reply).toMatchObject({
      status: 'Completed',
      credited: 74.93,
      reason: '1 of 3 packs arrived; the rest is refunded',
    })
    expect(await balance()).toBe(974.92)
    expect(await refundsOf(target.id)).toMatchObject([
      {
        kind: 'order_partial_refund',
        postings: [
          { account: 'sales', amountPaise: -7_493 },
          { account: `wallet:${at.customer.user._id}`, amountPaise: 7_493 },
        ],
      },
    ])
    expect(at.staff.sold(target.player)).toBe(1)
  })

  it('by a smaller share when another unit was retried and delivered', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.bundle, {
      outcomes: ['ok', 'refuse', 'ok', 'refuse'],
      as: 'partly_delivered',
    })
    expect(target.row.suggestedRefund).toBe(258.51)
    await at.staff.resolve(target, 'retry_unit')
    const later = await until(
      () => at.staff.onBoard(target.id),
      (one) => one?.unitList[2]?.state === 'rejected',
    )
    expect(later?.unitList.map((unit) => unit.state)).toEqual(['delivered', 'delivered', 'rejected'])
    const reply = await at.staff.resolve({ id: target.id, unit: later!.unitList[2]! }, 'refund')
    expect(reply).toMatchObject({ status: 'Completed', credited: 86.48 })
    expect(await balance()).toBe(1000 - 345 + 86.48)
  })

  it('and a later full refund pays only the rest', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.bundle, secondRejected)
    const { version } = await at.staff.resolve(target, 'refund')
    const body = { to: 'Refunded' as const, version }
    const reply = await at.staff.meera.call(admin.transitionOrder, { params: { id: target.id }, body })
    expect(reply).toMatchObject({ status: 'Refunded', credited: 345 })
    expect(await balance()).toBe(1000)
    expect(await refundsOf(target.id)).toHaveLength(2)
  })
})
