import type { ClientSession } from 'mongoose'
import { isoDayOf } from '../../../platform/clock.ts'
import {
  isPosted,
  latePointsLeft,
  type PointMove,
  pointAccounts,
  pointsBalance,
  postOwedPoints,
  postPoints,
  proratedPoints,
} from '../../points/index.ts'
import type { OrderDoc, OrderPoints } from '../model/order-model.ts'
import { endOf } from '../rules/order-end.ts'
import { lateDue } from './late-points.ts'
import { type Transition, transitionOrder } from './transition-order.ts'

/** Whether a transition earns or revokes points. */
export function affectsPoints(order: OrderDoc, transition: Pick<Transition, 'to' | 'at' | 'inc'>): boolean {
  const { status, points } = order
  if (transition.to === 'Completed') return (points?.offered ?? 0) > 0 || lateDue(order, transition) > 0
  return transition.to === 'Refunded' && status === 'Completed' && (points?.earned ?? 0) > 0
}

/**
 * Transitions an order and posts the points that it earns or revokes, in the caller's transaction.
 * @returns the order after the transition; undefined when it no longer matched
 */
export async function transitionWithPoints(
  order: OrderDoc,
  transition: Transition,
  tx?: ClientSession,
): Promise<OrderDoc | undefined> {
  if (!affectsPoints(order, transition)) return transitionOrder(order, transition, tx)
  if (!tx) throw new Error(`${order._id} moves points without a transaction`)
  const { points, posts } =
    transition.to === 'Refunded'
      ? await revokePoints(order, tx)
      : earnPoints(order, transition, await latePointsFor(order, transition, tx))
  const after = await transitionOrder(order, { ...transition, points }, tx)
  for (const post of posts) {
    if (after && post.hundredths !== 0) await postPoints(tx, post, transition.at)
  }
  return after
}

/**
 * A completion without late points as a write of the order alone, which owes the points that it earns.
 * `postEarnedPoints` posts them.
 */
export function owingPoints(order: OrderDoc, transition: Transition): Transition {
  if (!affectsPoints(order, transition)) return transition
  const { points } = earnPoints(order, transition, { lateBonus: 0 })
  return { ...transition, points: { ...points, ...(points.earned > 0 && { isOwed: true }) } }
}

/** Posts the points that a completed order owes. Can be repeated: they are posted once. */
export async function postEarnedPoints(order: OrderDoc): Promise<void> {
  if (order.points?.isOwed)
    await postOwedPoints({ move: posting(order, 'earned', order.points.earned), at: endedAt(order) })
}

type PointsChange = { points: OrderPoints; posts: PointMove[] }

/** Points are earned for what stays paid: a partial refund in the same transition earns none. */
function earnPoints(
  order: OrderDoc,
  transition: Transition,
  { lateBonus, lateOf }: LatePoints,
): PointsChange {
  const keptPaise = order.pricePaise - order.partlyRefundedPaise - (transition.inc?.partlyRefundedPaise ?? 0)
  const terms = order.points ?? { offered: 0 }
  const earned = proratedPoints(terms.offered, keptPaise, order.pricePaise)
  return {
    points: { ...terms, earned, revoked: 0, lateBonus },
    posts: [
      posting(order, 'earned', earned),
      { ...posting(order, 'late', lateBonus), ...(lateOf && { lateOf }) },
    ],
  }
}

/** `lateOf`: the day of the limit that they count towards. */
type LatePoints = { lateBonus: number; lateOf?: string }

/**
 * Limited by what the customer has earned that day, read in the same transaction, so that concurrent
 * completions cannot exceed it.
 */
async function latePointsFor(
  order: OrderDoc,
  transition: Transition,
  tx: ClientSession,
): Promise<LatePoints> {
  const due = lateDue(order, transition)
  if (due === 0) return { lateBonus: 0 }
  const lateOf = isoDayOf(transition.at)
  const limit = order.points?.latePerDay
  if (limit === undefined) return { lateBonus: due, lateOf }
  return {
    lateBonus: Math.min(due, await latePointsLeft(tx, { userId: order.userId, day: lateOf, limit })),
    lateOf,
  }
}

/**
 * Limited by the balance: a balance never becomes negative, and spent points stay spent. Points that are still owed
 * are posted first.
 */
async function revokePoints(order: OrderDoc, tx: ClientSession): Promise<PointsChange> {
  const { isOwed = false, ...points } = order.points ?? { offered: 0, earned: 0, revoked: 0 }
  const earned = posting(order, 'earned', points.earned)
  if (isOwed && !(await isPosted(tx, earned))) await postPoints(tx, earned, endedAt(order))
  const revoked = Math.min(points.earned, await pointsBalance(order.userId, tx))
  return { points: { ...points, revoked }, posts: [posting(order, 'revoked', -revoked)] }
}

const endedAt = (order: OrderDoc): Date => endOf(order)?.at ?? order.updatedAt

const notes = {
  earned: (item: string) => item,
  late: (item: string) => `${item} came late`,
  revoked: (item: string) => `Refund of ${item}`,
}

const posting = (order: OrderDoc, kind: keyof typeof notes, hundredths: number): PointMove => ({
  kind,
  ref: order._id,
  userId: order.userId,
  hundredths,
  other: pointAccounts.issued,
  note: notes[kind](order.item.name),
})
