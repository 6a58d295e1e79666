import type { ClientSession } from 'mongoose'
import { isoDayOf } from '../../../platform/clock.ts'
import {
  latePointsLeft,
  type PointMove,
  partOf,
  pointAccounts,
  pointsBalance,
  postPoints,
} from '../../points/index.ts'
import { lateDue } from '../offer/late-points.ts'
import type { OrderDoc } from '../order-model.ts'
import type { OrderPoints } from '../points-schema.ts'
import { type Move, moveOrder, moveWrite } from './move-order.ts'
import type { OrderWrite } from './write-order.ts'

/** Whether a move gives points or takes them back, and so wants a transaction. */
export function movesPoints(order: OrderDoc, move: Pick<Move, 'to' | 'at' | 'inc'>): boolean {
  const { status, points } = order
  if (move.to === 'Completed') return (points?.offered ?? 0) > 0 || lateDue(order, move) > 0
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
  const { points, posts } =
    move.to === 'Refunded'
      ? await givesBack(order, session)
      : earns(order, move, await lateFor(order, move, session))
  const after = await moveOrder(order, { ...move, points }, session)
  for (const post of posts) {
    if (after && post.hundredths !== 0) await postPoints(session, post, move.at)
  }
  return after
}

/** A move that takes no points back and is not late, as it is written, and the points that it earns. */
export function earningMove(order: OrderDoc, move: Move): { write: OrderWrite; posts: PointMove[] } {
  if (!movesPoints(order, move)) return { write: moveWrite(order, move), posts: [] }
  const { points, posts } = earns(order, move, { lateGiven: 0 })
  return {
    write: moveWrite(order, { ...move, points }),
    posts: posts.filter(({ hundredths }) => hundredths !== 0),
  }
}

type Step = { points: OrderPoints; posts: PointMove[] }

/** For what stays paid: a share that goes back with the same move earns nothing. */
function earns(order: OrderDoc, move: Move, { lateGiven, lateOf }: LatePoints): Step {
  const leftPaise = order.pricePaise - order.sharePaise - (move.inc?.sharePaise ?? 0)
  const terms = order.points ?? { offered: 0 }
  const earned = partOf(terms.offered, leftPaise, order.pricePaise)
  return {
    points: { ...terms, earned, takenBack: 0, lateGiven },
    posts: [
      posting(order, 'earned', earned),
      { ...posting(order, 'late', lateGiven), ...(lateOf && { lateOf }) },
    ],
  }
}

/** `lateOf`: the day whose limit they count towards. */
type LatePoints = { lateGiven: number; lateOf?: string }

/** Limited by what the customer has got that day: read in the transaction that gives them, so that two cannot both. */
async function lateFor(order: OrderDoc, move: Move, session: ClientSession): Promise<LatePoints> {
  const due = lateDue(order, move)
  if (due === 0) return { lateGiven: 0 }
  const lateOf = isoDayOf(move.at)
  const limit = order.points?.latePerDay
  if (limit === undefined) return { lateGiven: due, lateOf }
  return {
    lateGiven: Math.min(due, await latePointsLeft(session, { userId: order.userId, day: lateOf, limit })),
    lateOf,
  }
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
