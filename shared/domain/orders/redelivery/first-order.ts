import type { ClientSession } from 'mongoose'
import type { RedeliveryState } from '../../../contracts/order-redelivery.ts'
import { isOpen } from '../../../contracts/order-status.ts'
import type { Edit } from '../change/edit-order.ts'
import { endOf } from '../change/order-end.ts'
import type { OrderSet } from '../change/order-update.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { openedAnew } from '../ticket/opened-anew.ts'
import { termMsOf } from '../ticket/talk-rules.ts'
import type { Ticket } from '../ticket/ticket-schema.ts'
import { wasSeen } from '../vault/vault-lines.ts'
import { isRedelivery } from './redelivery-rules.ts'

/** The order that was sent again, and what the end of its second delivery changes about it. */
export type FirstChange = { first: OrderDoc; edit: Edit }

/**
 * What the end of a second delivery does to the first order, in the transaction of that end: it has arrived, or its
 * report is open once more and its price can go back.
 * @param after the second delivery as it is after its move; undefined for every other order, and while it is open
 */
export async function firstAfter(after: OrderDoc, session: ClientSession): Promise<FirstChange | undefined> {
  if (!isRedelivery(after) || isOpen(after.status)) return undefined
  const first = await firstOf(after, session)
  if (first?.redelivery?.state !== 'under_way') return undefined
  const at = endOf(after)?.at ?? after.updatedAt
  const to = after.status === 'Completed' ? 'arrived' : 'failed'
  const delivered = after.units.filter(({ state }) => state === 'delivered').length
  return { first, edit: editOfFirst(first, { second: after, to, at, delivered }) }
}

/** The order that it sends again; undefined where that one does not name it as such. */
export async function firstOf(
  { _id, redeliveryOf }: Pick<OrderDoc, '_id' | 'redeliveryOf'>,
  session?: ClientSession,
): Promise<OrderDoc | undefined> {
  const first = await OrderModel.findById(
    redeliveryOf,
    null,
    session ? { session } : {},
  ).lean<OrderDoc | null>()
  return first?.redelivery?.orderid === _id ? first : undefined
}

/** `delivered`: so many of the second's packs stay with the customer. */
type Turn = { second: OrderDoc; to: RedeliveryState; at: Date; delivered: number }

/** Pure. What it writes on the first order that its second delivery has arrived or failed. */
export function editOfFirst(first: OrderDoc, { second, to, at, delivered }: Turn): Edit {
  const guard = {
    'redelivery.orderid': second._id,
    'redelivery.state': first.redelivery?.state ?? 'under_way',
  }
  const mark: OrderSet = { 'redelivery.state': to, 'redelivery.endedAt': at }
  if (to !== 'failed') return { guard, set: mark }
  const failed: OrderSet = {
    ...{ ...mark, 'redelivery.delivered': delivered, 'redelivery.total': second.units.length },
    'redelivery.wasOpened': wasSeen(second),
  }
  return {
    guard: { ...guard, revision: first.revision },
    set: { ...failed, ...(first.ticket ? openAnew(first.ticket, second, at) : {}) },
    due: { notify: at },
  }
}

/** A report that is open already keeps its promise; else as long a one begins as it had. */
const openAnew = (ticket: Ticket, { _id }: OrderDoc, at: Date): OrderSet =>
  ticket.answer ? openedAnew(ticket, { id: _id, answerBy: new Date(at.getTime() + termMsOf(ticket)) }) : {}
