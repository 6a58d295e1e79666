import type { ClientSession } from 'mongoose'
import { type PointMove, partOf, pointAccounts, pointsBalance, postPoints } from '../../points/index.ts'
import { isPastPromise } from '../offer/offer-rules.ts'
import type { OrderDoc } from '../order-model.ts'
import type { OrderPoints } from '../points-schema.ts'
import { type Move, moveOrder, moveWrite } from './move-order.ts'
import type { OrderWrite } from './write-order.ts'

/** Whether a move gives points or takes them back, and so wants a transaction. */
export function movesPoints(order: OrderDoc, move: Pick<Move, 'to' | 'at' | 'inc'>): boolean {
  const { status, points } = order
  if (move.to === 'Completed') return (points?.offered ?? 0) > 0 || lateFor(order, move) > 0
  return move.to === 'Refunded' && status === 'Completed' && (points?.earned ?? 0) > 0
}

/**
 * Moves an order, and with it the points that it earns or gives back, in the caller's transaction.
 * @returns the order after the move, or undefined when it had moved on
 */
export async function moveWithPoints(
  order: OrderDoc,
  move: Move,
  session?: ClientSession,
): Promise<OrderDoc | undefined> {
  if (!movesPoints(order, move)) return moveOrder(order, move, session)
  if (!session) throw new Error(`${order._id} moves points without a transaction`)
  const { points, posts } = move.to === 'Refunded' ? await givesBack(order, session) : earns(order, move)
  const after = await moveOrder(order, { ...move, points }, session)
  for (const post of posts) {
    if (after && post.hundredths !== 0) await postPoints(session, post, move.at)
  }
  return after
}

/** A move that takes no points back, as it is written, and the points that it earns. */
export function earningMove(order: OrderDoc, move: Move): { write: OrderWrite; posts: PointMove[] } {
  if (!movesPoints(order, move)) return { write: moveWrite(order, move), posts: [] }
  const { points, posts } = earns(order, move)
  return {
    write: moveWrite(order, { ...move, points }),
    posts: posts.filter(({ hundredths }) => hundredths !== 0),
  }
}

type Step = { points: OrderPoints; posts: PointMove[] }

/** For what stays paid: a share that goes back with the same move earns nothing. */
function earns(order: OrderDoc, move: Move): Step {
  const leftPaise = order.pricePaise - order.sharePaise - (move.inc?.sharePaise ?? 0)
  const { offered = 0, late = 0 } = order.points ?? {}
  const earned = partOf(offered, leftPaise, order.pricePaise)
  const lateGiven = lateFor(order, move)
  return {
    points: { offered, earned, takenBack: 0, late, lateGiven },
    posts: [posting(order, 'earned', earned), posting(order, 'late', lateGiven)],
  }
}

/** For who waited longer than was promised and has all of it: whom a share goes back to has chosen, or got, that. */
function lateFor(order: OrderDoc, { at, inc }: Pick<Move, 'at' | 'inc'>): number {
  return isPastPromise(order, at) && !inc?.sharePaise ? (order.points?.late ?? 0) : 0
}

/** As many as are still there: nobody's points go below nothing, and what was spent stays spent. */
async function givesBack(order: OrderDoc, session: ClientSession): Promise<Step> {
  const points = order.points ?? { offered: 0, earned: 0, takenBack: 0 }
  const takenBack = Math.min(points.earned, await pointsBalance(order.userId, session))
  return { points: { ...points, takenBack }, posts: [posting(order, 'taken_back', -takenBack)] }
}

const notes = {
  earned: (item: string) => item,
  late: (item: string) => `${item} came late`,
  taken_back: (item: string) => `Refund of ${item}`,
}

const posting = (order: OrderDoc, kind: keyof typeof notes, hundredths: number): PointMove => ({
  ...{ kind, ref: order._id, userId: order.userId, hundredths, other: pointAccounts.issued },
  note: notes[kind](order.item.name),
})
