import { describe, expect, it } from 'vitest'
import { makeBoardOrder } from './board-order-fixture.ts'
import { bulkPlan } from './bulk-plan.ts'

const nowMs = Date.now()
const context = { me: { _id: 'a1', name: 'Meera' }, nowMs, refundLimit: 5_000 }

describe('the preview of a bulk action', () => {
  it('states what happens to each order and leaves out those that must not be included', () => {
    const until = new Date(nowMs + 60_000).toISOString()
    const plan = bulkPlan(
      [
        makeBoardOrder(),
        makeBoardOrder({ assignee: { adminId: 'a2', name: 'Sana', since: until, until } }),
        makeBoardOrder({ nextSteps: ['Completed'] }),
        makeBoardOrder({ pendingReason: { kind: 'outcome_unknown', since: until, detail: '' } }),
      ],
      'Refunded',
      context,
    )
    expect(plan.map((line) => line.isApplicable)).toEqual([true, false, false, false])
    expect(plan.map((line) => line.reason)).toEqual([
      'Refunded to wallet',
      'Skipped: assigned to Sana',
      'Skipped: can’t be Refunded',
      'Skipped: Outcome unknown',
    ])
  })

  it('leaves out an order that is completed with a code, which a bulk action cannot have', () => {
    const orders = [makeBoardOrder({ needsCodes: true }), makeBoardOrder()]
    expect(
      bulkPlan(orders, 'Completed', context).map(({ isApplicable, reason }) => [isApplicable, reason]),
    ).toEqual([
      [false, 'Skipped: needs a code'],
      [true, 'Completed'],
    ])
    expect(bulkPlan(orders, 'Refunded', context).every(({ isApplicable }) => isApplicable)).toBe(true)
  })

  it('promises no refund while the approval limit is not known', () => {
    const [unknown] = bulkPlan([makeBoardOrder()], 'Refunded', {
      ...context,
      refundLimit: Number.POSITIVE_INFINITY,
    })
    expect(unknown).toMatchObject({
      isApplicable: true,
      reason: 'Refunded, or approval requested',
    })
    expect(unknown?.needsApproval).toBeUndefined()
  })

  it('refunds in full no open order of which units arrived, nor one with nothing left to refund', () => {
    const units = { total: 3, delivered: 1 }
    const orders = [
      makeBoardOrder({ units }),
      makeBoardOrder({ refundable: 0 }),
      makeBoardOrder({ units, status: 'Completed' }),
    ]
    expect(bulkPlan(orders, 'Refunded', context).map(({ isApplicable }) => isApplicable)).toEqual([
      false,
      false,
      true,
    ])
    expect(bulkPlan(orders, 'Completed', context).map(({ isApplicable }) => isApplicable)).toEqual([
      true,
      true,
      true,
    ])
  })

  it('marks the refunds that need approval, and no other transitions', () => {
    const orders = [makeBoardOrder({ refundable: 5_000 }), makeBoardOrder({ refundable: 5_000.01 })]
    expect(
      bulkPlan(orders, 'Refunded', context).map(({ isApplicable, needsApproval, reason }) => [
        isApplicable,
        needsApproval,
        reason,
      ]),
    ).toEqual([
      [true, undefined, 'Refunded to wallet'],
      [true, true, 'Approval requested'],
    ])
    expect(bulkPlan(orders, 'Completed', context).map(({ needsApproval }) => needsApproval)).toEqual([
      undefined,
      undefined,
    ])
  })
})
