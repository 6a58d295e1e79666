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

/** The order that was sent again, and what the end of its second delivery changes about it. */
export type OriginalChange = { original: OrderDoc; edit: OrderEdit }

/**
 * What the end of a second delivery does to the original order, in the transaction of that end: it has arrived, or its
 * report is open once more and its price can go back.
 * @param after the second delivery as it is after its move; undefined for every other order, and while it is open
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
  return { original, edit: originalOrderEdit(original, { second: after, to, at, delivered }) }
}

/** The order that it sends again; undefined where that one does not name it as such. */
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

/** `delivered`: so many of the second's units stay with the customer. */
type OriginalEnd = { second: OrderDoc; to: RedeliveryState; at: Date; delivered: number }

/** Pure. What it writes on the original order that its second delivery has arrived or failed. */
export function originalOrderEdit(original: OrderDoc, { second, to, at, delivered }: OriginalEnd): OrderEdit {
  const guard = {
    'redelivery.orderid': second._id,
    'redelivery.state': original.redelivery?.state ?? 'in_progress',
  }
  const mark: OrderSet = { 'redelivery.state': to, 'redelivery.endedAt': at }
  if (to !== 'failed') return { guard, set: mark }
  const failed: OrderSet = {
    ...{ ...mark, 'redelivery.delivered': delivered, 'redelivery.total': second.units.length },
    'redelivery.isRevealed': isRevealed(second),
  }
  return {
    guard: { ...guard, revision: original.revision },
    set: { ...failed, ...(original.ticket ? reopen(original.ticket, second, at) : {}) },
    due: { notify: at },
  }
}

/** A report that is open already keeps its promise; else as long a one begins as it had. */
const reopen = (ticket: Ticket, { _id }: OrderDoc, at: Date): OrderSet =>
  ticket.resolution
    ? reopened(ticket, { id: _id, replyDueAt: new Date(at.getTime() + replyTermMs(ticket)) })
    : {}
