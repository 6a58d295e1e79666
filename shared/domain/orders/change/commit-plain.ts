import { groupCommit } from '../../../platform/group-commit.ts'
import { inTransaction } from '../../../platform/mongo.ts'
import { postPointGains } from '../../points/index.ts'
import { lateDue } from '../offer/late-points.ts'
import type { OrderDoc } from '../order-model.ts'
import { isRedelivery } from '../redelivery/redelivery-rules.ts'
import { auditedAction } from './audit-decision.ts'
import { type OrderEdit, editPatch } from './edit-order.ts'
import { type Transition, transitionPatch } from './move-order.ts'
import { earningTransition, affectsPoints, transitionWithPoints } from './move-with-points.ts'
import { compareAndSetEach, writeDelayed, writeBatched } from './write-order.ts'

/** One change of an order: a move of its status, or a change of anything else. */
export type OrderChange = Transition | OrderEdit

/** @param isVisible false where nobody can see what an edit changes */
type Plain = { order: OrderDoc; change: OrderChange; isVisible: boolean }

/** Whether a change writes its order alone, and the points that a completion earns. */
export function isSingleDocument(order: OrderDoc, change: OrderChange): boolean {
  if (change.inSameTransaction !== undefined || auditedAction(change) !== undefined) return false
  if (!('to' in change)) return true
  return !isRedelivery(order) && (change.to === 'Completed' || !affectsPoints(order, change))
}

/**
 * Writes a plain change. Steps of several orders that come at the same time share a command, or a transaction where
 * points are earned.
 * @returns the order afterwards, or undefined when it had moved on
 */
export function commitSingle({ order, change, isVisible }: Plain): Promise<OrderDoc | undefined> {
  if (!('to' in change)) {
    const write = isVisible ? writeBatched : writeDelayed
    return write({ before: order, write: editPatch(order, change, isVisible) })
  }
  if (!affectsPoints(order, change)) return writeBatched({ before: order, write: transitionPatch(order, change) })
  // The limit of a customer's day needs a transaction of its own.
  return lateDue(order, change) > 0 ? earnAlone({ order, change }) : commitEarning({ order, change })
}

type Earning = { order: OrderDoc; change: Transition }

/** Who is not as it was read is asked about anew, by its guard alone. */
async function commitEarning(earning: Earning): Promise<OrderDoc | undefined> {
  const after = await commitAsRead(earning)
  return after === 'not_as_read' ? earnAlone(earning) : after
}

const earnAlone = ({ order, change }: Earning) =>
  inTransaction((tx) => transitionWithPoints(order, change, tx))

const commitAsRead = groupCommit<Earning, OrderDoc | 'not_as_read' | undefined>({
  one: earnAlone,
  many: async (tx, earnings) => {
    const planned = earnings.map(planOf)
    const orders = await compareAndSetEach(tx, planned)
    await postPointGains(
      tx,
      planned.flatMap(({ gains }, index) => (orders[index] ? gains : [])),
    )
    return orders.map((order) => order ?? 'not_as_read')
  },
  keyOf: ({ order }) => order._id,
})

function planOf({ order, change }: Earning) {
  const { write, posts } = earningTransition(order, change)
  return { before: order, write, gains: posts.map((move) => ({ move, at: change.at })) }
}
