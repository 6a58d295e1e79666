import { groupCommit } from '../../../platform/group-commit.ts'
import { inTransaction } from '../../../platform/mongo.ts'
import { postPointGains } from '../../points/index.ts'
import { lateDue } from '../offer/late-points.ts'
import type { OrderDoc } from '../order-model.ts'
import { isRedelivery } from '../redelivery/redelivery-rules.ts'
import { decisionOf } from './audit-decision.ts'
import { type Edit, editWrite } from './edit-order.ts'
import { type Move, moveWrite } from './move-order.ts'
import { earningMove, movesPoints, moveWithPoints } from './move-with-points.ts'
import { writeEach, writeSoon, writeTogether } from './write-order.ts'

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
 * Writes a plain step. Steps of several orders that come at the same time share a command, or a transaction where
 * points are earned.
 * @returns the order afterwards, or undefined when it had moved on
 */
export function commitPlain({ order, step, isSeen }: Plain): Promise<OrderDoc | undefined> {
  if (!('to' in step)) {
    const write = isSeen ? writeTogether : writeSoon
    return write({ before: order, write: editWrite(order, step, isSeen) })
  }
  if (!movesPoints(order, step)) return writeTogether({ before: order, write: moveWrite(order, step) })
  // The limit of a customer's day needs a transaction of its own.
  return lateDue(order, step) > 0 ? earnAlone({ order, step }) : commitEarning({ order, step })
}

type Earning = { order: OrderDoc; step: Move }

/** Who is not as it was read is asked about anew, by its guard alone. */
async function commitEarning(earning: Earning): Promise<OrderDoc | undefined> {
  const after = await commitAsRead(earning)
  return after === 'not_as_read' ? earnAlone(earning) : after
}

const earnAlone = ({ order, step }: Earning) =>
  inTransaction((session) => moveWithPoints(order, step, session))

const commitAsRead = groupCommit<Earning, OrderDoc | 'not_as_read' | undefined>({
  one: earnAlone,
  many: async (session, earnings) => {
    const planned = earnings.map(planOf)
    const orders = await writeEach(session, planned)
    await postPointGains(
      session,
      planned.flatMap(({ gains }, index) => (orders[index] ? gains : [])),
    )
    return orders.map((order) => order ?? 'not_as_read')
  },
  keyOf: ({ order }) => order._id,
})

function planOf({ order, step }: Earning) {
  const { write, posts } = earningMove(order, step)
  return { before: order, write, gains: posts.map((move) => ({ move, at: step.at })) }
}
