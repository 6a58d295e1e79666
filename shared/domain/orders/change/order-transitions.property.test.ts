import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canTransition,
  firstStatuses,
  nextStepsFor,
  type OrderStatus,
  orderStatuses,
  type TransitionSource,
} from '../../../contracts/order-status.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { transitionOrder } from './transition-order.ts'

const sources = ['system', 'admin'] as const satisfies readonly TransitionSource[]

/** Repeats the table, so that a new transition is a decision and not a slip. */
const listed = new Set([
  'Created > Processing by system',
  'Created > Failed by system',
  'Processing > Completed by system',
  'Processing > Completed by admin',
  'Processing > Refunded by system',
  'Processing > Refunded by admin',
  'Processing > Cancelled by system',
  'Processing > Cancelled by admin',
  'Failed > Refunded by system',
  'Completed > Refunded by admin',
])

const pairs = orderStatuses.flatMap((from) =>
  orderStatuses.flatMap((to) => sources.map((by) => ({ from, to, by, edge: `${from} > ${to} by ${by}` }))),
)
/** For a redelivery only: a paid order is never closed automatically without a refund. */
const unpaidAlone = 'Processing > Cancelled by system'
const notAllowed = pairs.filter(({ edge }) => !listed.has(edge) || edge === unpaidAlone)

describe('each status with each transition by each source', () => {
  it('is allowed exactly if it is listed', () => {
    expect(pairs).toHaveLength(72)
    for (const { from, to, by, edge } of pairs) {
      expect(canTransition(from, to, by), edge).toBe(listed.has(edge))
      expect(nextStepsFor(from, by).includes(to), edge).toBe(listed.has(edge))
    }
  })

  it.each(notAllowed)('refuses $edge before it reaches the database', async ({ from, to, by }) => {
    const order = { status: from, version: 3, delivery: 'instant' } as OrderDoc
    const transition = { to, by, actor: 'someone', at: new Date() }
    await expect(transitionOrder(order, transition)).rejects.toThrow(
      `${by} cannot change an order from ${from} to ${to}`,
    )
  })

  it('ends after three transitions at most and never returns to an earlier status', () => {
    const anyTransitions = fc.array(fc.constantFrom(...pairs), { maxLength: 40 })
    fc.assert(
      fc.property(fc.constantFrom(...firstStatuses), anyTransitions, (first, transitions) => {
        const path: OrderStatus[] = [first]
        for (const { to, by } of transitions) if (canTransition(path.at(-1)!, to, by)) path.push(to)
        expect(path.length - 1).toBeLessThanOrEqual(3)
        expect(new Set(path).size).toBe(path.length)
      }),
    )
  })
})
