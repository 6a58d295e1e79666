import type { ClientSession } from 'mongoose'
import type { RedeliveryState } from '../../../contracts/order-redelivery.ts'
import { isOpen } from '../../../contracts/order-status.ts'
import type { Edit } from '../change/edit-order.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
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
  const at = after.ended?.at ?? after.updatedAt
  return changeOfFirst(after, {
    from: 'under_way',
    to: after.status === 'Completed' ? 'arrived' : 'failed',
    at,
    session,
  })
}

type Turn = { from: RedeliveryState; to: RedeliveryState; at: Date; session: ClientSession }

/** Undefined where the first order does not name this one as such. */
export async function changeOfFirst(
  { _id, redeliveryOf }: Pick<OrderDoc, '_id' | 'redeliveryOf'>,
  { from, to, at, session }: Turn,
): Promise<FirstChange | undefined> {
  const first = await OrderModel.findById(redeliveryOf, null, { session }).lean<OrderDoc | null>()
  if (!first || first.redelivery?.orderid !== _id || first.redelivery.state !== from) return undefined
  const guard = { 'redelivery.orderid': _id, 'redelivery.state': from }
  const mark = { 'redelivery.state': to, 'redelivery.endedAt': at }
  if (to !== 'failed' || !first.ticket) return { first, edit: { guard, set: mark } }
  const { openedAt, answerBy } = first.ticket
  const promisedMs = answerBy.getTime() - openedAt.getTime()
  return {
    first,
    edit: {
      guard,
      set: {
        ...{ ...mark, 'ticket.status': 'open', 'ticket.answer': null },
        'ticket.answerBy': new Date(at.getTime() + promisedMs),
      },
      due: { notify: at },
    },
  }
}
