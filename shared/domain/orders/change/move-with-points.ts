import type { ClientSession } from 'mongoose'
import { type PointMove, partOf, pointAccounts, pointsBalance, postPoints } from '../../points/index.ts'
import type { OrderDoc, OrderPoints } from '../order-model.ts'
import { type Move, moveOrder } from './move-order.ts'

/** Whether a move gives points or takes them back, and so wants a transaction. */
export function movesPoints({ status, points }: OrderDoc, to: Move['to']): boolean {
  if (to === 'Completed') return (points?.offered ?? 0) > 0
  return to === 'Refunded' && status === 'Completed' && (points?.earned ?? 0) > 0
}

/**
 * Moves an order, and with it the points that it earns or gives back, in the caller's transaction.
 * @returns what `moveOrder` returns
 */
export async function moveWithPoints(
  order: OrderDoc,
  move: Move,
  session?: ClientSession,
): Promise<OrderDoc | undefined> {
  if (!movesPoints(order, move.to)) return moveOrder(order, move, session)
  if (!session) throw new Error(`${order._id} moves points without a transaction`)
  const { points, post } = move.to === 'Refunded' ? await givesBack(order, session) : earns(order, move)
  const after = await moveOrder(order, { ...move, points }, session)
  if (after && post.hundredths !== 0) await postPoints(session, post, move.at)
  return after
}

type Step = { points: OrderPoints; post: PointMove }

/** For what stays paid: a share that goes back with the same move earns nothing. */
function earns(order: OrderDoc, { inc }: Move): Step {
  const leftPaise = order.pricePaise - order.sharePaise - (inc?.sharePaise ?? 0)
  const offered = order.points?.offered ?? 0
  const earned = partOf(offered, leftPaise, order.pricePaise)
  return { points: { offered, earned, takenBack: 0 }, post: posting(order, 'earned', earned) }
}

/** As many as are still there: nobody's points go below nothing, and what was spent stays spent. */
async function givesBack(order: OrderDoc, session: ClientSession): Promise<Step> {
  const { offered, earned } = order.points ?? { offered: 0, earned: 0 }
  const takenBack = Math.min(earned, await pointsBalance(order.userId, session))
  return { points: { offered, earned, takenBack }, post: posting(order, 'taken_back', -takenBack) }
}

const posting = (order: OrderDoc, kind: 'earned' | 'taken_back', hundredths: number): PointMove => ({
  ...{ kind, ref: order._id, userId: order.userId, hundredths, other: pointAccounts.issued },
  note: kind === 'earned' ? order.item.name : `Refund of ${order.item.name}`,
})
