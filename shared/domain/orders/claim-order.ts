import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announceOrder } from './announce-order.ts'
import { findOrder } from './find-orders.ts'
import { type OrderDoc, OrderModel } from './order-model.ts'

export const claimMs = 5 * 60_000

/** An admin holds an order for five minutes at a time. */
export function heldByAnother(order: OrderDoc, adminId: string, now: Date): boolean {
  return order.claim !== null && order.claim.until > now && order.claim.adminId !== adminId
}

/** `Imran has this order, claimed 40 seconds ago. Nothing was changed.` */
export function claimSentence(order: OrderDoc, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - (order.claim?.since.getTime() ?? 0)) / 1_000))
  const ago = seconds < 90 ? count(seconds, 'second') : count(Math.round(seconds / 60), 'minute')
  return `${order.claim?.name} has this order, claimed ${ago} ago. Nothing was changed.`
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/**
 * Claims, renews, takes over or lets go of an order on the board.
 * @throws not_found, order_claimed, order_moved_on when it has left the board
 */
export async function claimOrder(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  admin: Caller,
  request: { orderid: string; action: 'claim' | 'take_over' | 'release' },
): Promise<OrderDoc> {
  const now = deps.clock.now()
  const order = await findOrder(request.orderid, admin)
  if (order.status !== 'Processing') throw new AppError('order_moved_on')
  const notAnothers = {
    $or: [{ claim: null }, { 'claim.until': { $lte: now } }, { 'claim.adminId': admin.userId }],
  }
  const claimed = await OrderModel.findOneAndUpdate(
    { _id: order._id, status: 'Processing', ...(request.action === 'take_over' ? {} : notAnothers) },
    {
      $set: { claim: request.action === 'release' ? null : claimOf(order, admin, now) },
      $inc: { revision: 1 },
    },
    { returnDocument: 'after' },
  ).lean<OrderDoc | null>()
  if (!claimed)
    throw new AppError('order_claimed', {
      message: claimSentence(await findOrder(request.orderid, admin), now),
    })
  announceOrder(deps, claimed)
  return claimed
}

function claimOf(order: OrderDoc, admin: Caller, now: Date): NonNullable<OrderDoc['claim']> {
  const renews = order.claim?.adminId === admin.userId && order.claim.until > now
  return {
    adminId: admin.userId,
    name: admin.name,
    since: renews && order.claim ? order.claim.since : now,
    until: new Date(now.getTime() + claimMs),
  }
}
