import { groupCommit } from '../../../platform/group-commit.ts'
import { inTransaction } from '../../../platform/mongo.ts'
import { postPointGains } from '../../points/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { isRedelivery } from '../redelivery/redelivery-rules.ts'
import { decisionOf } from './audit-decision.ts'
import { type Edit, editWrite } from './edit-order.ts'
import type { Move } from './move-order.ts'
import { earningMove, movesPoints, moveWithPoints } from './move-with-points.ts'
import { writeEach, writeOne } from './write-order.ts'

/** One step of an order: a move of its status, or a change of anything else. */
export type OrderStep = Move | Edit

/** @param isSeen false where nobody can see what an edit changes */
type Plain = { order: OrderDoc; step: OrderStep; isSeen: boolean }

/** Whether a step writes its order alone, and the points that a completion earns. */
export function isPlain(order: OrderDoc, step: OrderStep): boolean {
  if (step.also !== undefined || decisionOf(step) !== undefined) return false
  if (!('to' in step)) return true
  return !isRedelivery(order) && (step.to === 'Completed' || !movesPoints(order, step))
}

/**
 * Writes a plain step. Steps of several orders that come at the same time share a transaction.
 * @returns the order afterwards, or undefined when it had moved on
 */
export const commitPlain = groupCommit<Plain, OrderDoc | undefined>({
  one: async ({ order, step, isSeen }) => {
    if (!('to' in step)) return writeOne(editWrite(order, step, isSeen))
    if (!movesPoints(order, step)) return moveWithPoints(order, step)
    return inTransaction((session) => moveWithPoints(order, step, session))
  },
  many: async (session, steps) => {
    const planned = steps.map(planOf)
    const orders = await writeEach(
      session,
      planned.map(({ write }) => write),
    )
    await postPointGains(
      session,
      planned.flatMap(({ gains }) => gains),
    )
    return orders
  },
  keyOf: ({ order }) => order._id,
})

function planOf({ order, step, isSeen }: Plain) {
  if (!('to' in step)) return { write: editWrite(order, step, isSeen), gains: [] }
  const { write, posts } = earningMove(order, step)
  return { write, gains: posts.map((move) => ({ move, at: step.at })) }
}
