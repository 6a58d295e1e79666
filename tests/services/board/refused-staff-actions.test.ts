import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, orderBody, refusalOf, until } from '../../support/buying.ts'
import { decidedFields } from '../../support/decided-fields.ts'
import { type ExpectedUnit, lostBefore, secondRejected, setUpUnresolved } from './unresolved-orders.ts'

const at = setUpUnresolved()

const answers = ['refund', 'delivered', 'retry_unit'] as const
const find = async (orderid: string) => (await OrderModel.findById(orderid))!
const refundsOf = (ref: string) => JournalEntryModel.countDocuments({ ref, kind: 'order_refund' })

const errorsOf = (calls: readonly PromiseSettledResult<unknown>[]) =>
  calls.flatMap((one) => (one.status === 'rejected' ? [(one.reason as ApiError).code] : []))

/** The error of a decision that left the order unchanged. */
async function changesNothing(target: ExpectedUnit, attempt: () => Promise<unknown>): Promise<ApiError> {
  const before = await find(target.id)
  const error = await refusalOf(attempt())
  expect(decidedFields((await find(target.id)).toObject())).toEqual(decidedFields(before.toObject()))
  return error
}

describe('a unit decision is refused and changes nothing', () => {
  it.each(answers)('when it records %s for an earlier attempt', async (answer) => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, {
      outcomes: ['timeout_lost', 'timeout_lost'],
      as: 'outcome_unknown',
    })
    await at.staff.resolve(target, 'retry_unit')
    await until(
      () => at.staff.onBoard(target.id),
      (one) =>
        one?.unitList[0]?.attempt === 2 &&
        one.unitList[0].state === 'unknown' &&
        one.supplierBalance?.after !== '',
    )
    expect(await changesNothing(target, () => at.staff.resolve(target, answer))).toMatchObject({
      status: 409,
      code: 'order_changed',
      message: 'This order was updated by someone else. Nothing was changed.',
    })
  })

  it('when the unit is being sent, was delivered, or belongs to another order', async () => {
    const player = '766000001'
    await at.service.simulators.control('smileone', { next: { replyDelayMs: 400 } })
    const body = orderBody(at.customer.user, at.shop.diamonds, { input1: player, paymentmode: 'wallet' })
    const id = await buy(at.customer.asha, body)
    const unit = { ref: `${id}-1`, attempt: 1 }
    await until(
      async () => at.staff.sold(player),
      (count) => count === 1,
    )
    expect(await refusalOf(at.staff.resolve({ id, unit }, 'refund'))).toMatchObject({ code: 'order_changed' })
    await ends(at.customer.asha, id, 'Completed')
    for (const answer of answers)
      expect(await refusalOf(at.staff.resolve({ id, unit }, answer))).toMatchObject({ code: 'order_changed' })
    const other = { id, unit: { ref: `${id}-2`, attempt: 1 } }
    expect(await refusalOf(at.staff.resolve(other, 'refund'))).toMatchObject({ status: 404, field: 'unit' })
    const nowhere = { id: 'JP000000NOSUCH', unit }
    expect(await refusalOf(at.staff.resolve(nowhere, 'refund'))).toMatchObject({ status: 404 })
    expect(at.staff.sold(player)).toBe(1)
  })

  it('when it records a rejected unit as delivered', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.bundle, secondRejected)
    expect(await changesNothing(target, () => at.staff.resolve(target, 'delivered'))).toMatchObject({
      status: 409,
      code: 'transition_not_allowed',
    })
  })

  it('when it would refund the whole price though units were delivered', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.bundle, secondRejected)
    const decision = { params: { id: target.id }, body: { to: 'Refunded', version: 1 } } as const
    const error = await changesNothing(target, () => at.staff.meera.call(admin.transitionOrder, decision))
    expect(error).toMatchObject({ status: 409, code: 'transition_not_allowed' })
    expect(error.message).toBe('1 of 3 units delivered. Use partial refund.')
  })

  it('when the customer makes it', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    const { asha } = at.customer
    expect(
      await changesNothing(target, () => at.staff.resolve(target, 'refund', { who: asha })),
    ).toMatchObject({
      status: 403,
    })
  })

  it('while the order is assigned to another admin', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    await at.staff.imran.call(admin.assignOrder, { params: { id: target.id }, body: { action: 'assign' } })
    for (const answer of answers) {
      const error = await changesNothing(target, () => at.staff.resolve(target, answer))
      expect(error).toMatchObject({ status: 409, code: 'order_assigned' })
      expect(error.message).toMatch(/^Assigned to Imran .*Nothing was changed\.$/)
    }
    expect((await at.staff.resolve(target, 'refund', { who: at.staff.imran })).status).toBe('Refunded')
  })
})

describe('staff actions at the same moment', () => {
  it('take effect once, whatever twenty calls of two admins send', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        at.staff.resolve(target, answers[index % 3]!, { who: index % 2 ? at.staff.meera : at.staff.imran }),
      ),
    )
    expect(errorsOf(calls)).toEqual(Array.from({ length: 19 }, () => 'order_changed'))
    const { status } = await until(
      () => find(target.id),
      (one) => one.status !== 'Processing',
    )
    const isRefunded = status === 'Refunded'
    expect(await refundsOf(target.id)).toBe(isRefunded ? 1 : 0)
    expect(await balanceOf(at.customer.asha, at.customer.user)).toBe(isRefunded ? 1000 : 655)
    expect(at.staff.sold(target.player)).toBeLessThanOrEqual(isRefunded ? 0 : 1)
  })

  it('with one Idempotency-Key get one reply, also long after; another decision with the same key is refused', async () => {
    const target = await at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
    const key = randomUUID()
    const calls = await Promise.allSettled(
      Array.from({ length: 50 }, () => at.staff.resolve(target, 'refund', { key })),
    )
    const replies = calls.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(replies.length).toBeGreaterThan(0)
    expect(errorsOf(calls).filter((code) => code !== 'idempotency_in_flight')).toEqual([])
    at.service.clock.advance(5 * 3_600_000)
    expect(await at.staff.resolve(target, 'refund', { key })).toEqual(replies[0])
    expect(await refundsOf(target.id)).toBe(1)
    expect(await refusalOf(at.staff.resolve(target, 'delivered', { key }))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
  })
})
