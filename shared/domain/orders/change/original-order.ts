import type { ClientSession } from 'mongoose'
import type { RedeliveryState } from '../../../contracts/order-redelivery.ts'
import { isOpen } from '../../../contracts/order-status.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import type { OrderSet } from '../model/order-update.ts'
import type { Ticket } from '../model/ticket-schema.ts'
import { endOf } from '../rules/order-end.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'
import { reopened, replyTermMs } from '../rules/ticket-rules.ts'
import { isRevealed } from '../rules/vault-view.ts'
import type { OrderEdit } from './transition-order.ts'

/** The original order of a redelivery, and how the end of the redelivery changes it. */
export type OriginalChange = { original: OrderDoc; edit: OrderEdit }

/**
 * How the end of a redelivery changes the original order, in the same transaction: it has arrived, or its
 * ticket is reopened and it can be refunded.
 * @param after the redelivery after its transition; undefined for any other order, and while it is open
 */
export async function originalOrderChange(
  after: OrderDoc,
  tx: ClientSession,
): Promise<OriginalChange | undefined> {
  if (!isRedelivery(after) || isOpen(after.status)) return undefined
  const original = await originalOf(after, tx)
  if (original?.redelivery?.state !== 'in_progress') return undefined
  const at = endOf(after)?.at ?? after.updatedAt
  const to = after.status === 'Completed' ? 'arrived' : 'failed'
  const delivered = after.units.filter(({ state }) => state === 'delivered').length
  return { original, edit: originalOrderEdit(original, { redelivery: after, to, at, delivered }) }
}

/** The original order of a redelivery; undefined if that one has a different redelivery. */
export async function originalOf(
  { _id, redeliveryOf }: Pick<OrderDoc, '_id' | 'redeliveryOf'>,
  tx?: ClientSession,
): Promise<OrderDoc | undefined> {
  const original = await OrderModel.findById(
    redeliveryOf,
    null,
    tx ? { session: tx } : {},
  ).lean<OrderDoc | null>()
  return original?.redelivery?.orderid === _id ? original : undefined
}

/** `delivered`: the number of the redelivery's units that the customer keeps. */
type OriginalEnd = { redelivery: OrderDoc; to: RedeliveryState; at: Date; delivered: number }

/** Pure. The edit of the original order when its redelivery has arrived or failed. */
export function originalOrderEdit(
  original: OrderDoc,
  { redelivery, to, at, delivered }: OriginalEnd,
): OrderEdit {
  const guard = {
    'redelivery.orderid': redelivery._id,
    'redelivery.state': original.redelivery?.state ?? 'in_progress',
  }
  const mark: OrderSet = { 'redelivery.state': to, 'redelivery.endedAt': at }
  if (to !== 'failed') return { guard, set: mark }
  const failed: OrderSet = {
    ...mark,
    'redelivery.delivered': delivered,
    'redelivery.total': redelivery.units.length,
    'redelivery.isRevealed': isRevealed(redelivery),
  }
  return {
    guard: { ...guard, revision: original.revision },
    set: { ...failed, ...(original.ticket ? reopen(original.ticket, redelivery, at) : {}) },
    due: { notify: at },
  }
}

/** An open ticket keeps its deadline; a resolved one is reopened with a deadline as long as its first. */
const reopen = (ticket: Ticket, { _id }: OrderDoc, at: Date): OrderSet =>
  ticket.resolution
    ? reopened(ticket, { id: _id, replyDueAt: new Date(at.getTime() + replyTermMs(ticket)) })
    : {}
