import type { ReadLanguage } from '../../../contracts/order-ticket.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { requireAssignable } from '../board/assign-order.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import type { OrderEdit } from '../change/transition-order.ts'
import { findOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { Message, Ticket } from '../model/ticket-schema.ts'
import {
  isTicketOpen,
  messagesLeft,
  messagesOf,
  reopened,
  repliesOf,
  unreadCount,
} from '../rules/ticket-rules.ts'
import { replyDueAt, type TermDeps } from './open-ticket.ts'

/**
 * Records that our team has read a ticket's messages, as many as were shown. The count only increases.
 * @throws not_found
 */
export async function markTicketRead(
  deps: PublishDeps,
  admin: Caller,
  { orderid, messages }: { orderid: string; messages: number },
): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  const { ticket } = order
  const readCount = Math.min(messages, ticket ? messagesOf(ticket).length : 0)
  if (!ticket || readCount <= (ticket.readCount ?? 0)) return order
  const guard = { 'ticket.readCount': { $not: { $gt: readCount - 1 } } }
  const after = await changeOrder(deps, order, { guard, set: { 'ticket.readCount': readCount } })
  return after ?? findOrder(orderid, admin)
}

/** `id` is the same in every try of one request. */
type NewMessage = { id: string; orderid: string; text: string }

/**
 * Adds a message of our team to a ticket, which stays open.
 * @throws not_found, ticket_closed, message_limit_reached, order_assigned
 */
export function writeToTicket(deps: PublishDeps, admin: Caller, written: NewMessage): Promise<OrderDoc> {
  const readOrder = () => findOrder(written.orderid, admin)
  return writeMessage(deps, { ...written, readOrder }, (order) => {
    if (!isTicketOpen(order)) throw new AppError('ticket_closed')
    if (messagesLeft('team', order.ticket) < 1) throw new AppError('message_limit_reached')
    const at = deps.clock.now()
    requireAssignable(order, at, admin.userId)
    const messages = withMessage(order.ticket, { ...written, from: 'team', at })
    const decision = staffAction(admin, order, { action: 'ticket_message', at, reason: written.text })
    return {
      set: {
        'ticket.messages': messages,
        // Customer messages that arrived while this one was written were not on the admin's screen and stay
        // unread.
        ...(unreadCount(order.ticket) === 0 && { 'ticket.readCount': messages.length }),
      },
      push: { staffActions: decision },
      due: { notify: at },
      actor: admin.userId,
    }
  })
}

type Reply = NewMessage & { language: ReadLanguage | undefined }

/**
 * Adds a message of the customer to a ticket: while it is open, and for 48 hours after a resolution without a
 * refund. The ticket is then reopened with a new deadline, and the resolution becomes a message.
 * @throws not_found, replies_closed, reply_limit_reached
 */
export function replyToTicket(
  deps: TermDeps,
  customer: { userId: string },
  { language, ...written }: Reply,
): Promise<OrderDoc> {
  // The role of a customer: also an admin writes to the tickets of their own orders only.
  const owner = { userId: customer.userId, role: 'user' as const }
  const readOrder = () => findOrder(written.orderid, owner)
  return writeMessage(deps, { ...written, readOrder }, (order) => {
    const at = deps.clock.now()
    const { ticket } = order
    const replies = repliesOf(order)
    if (!ticket || !replies || (replies.until && Date.parse(replies.until) < at.getTime())) {
      throw new AppError('replies_closed')
    }
    if (replies.left < 1) throw new AppError('reply_limit_reached')
    const message = { ...written, from: 'customer' as const, at }
    const read = language ? { 'ticket.language': language } : {}
    if (!ticket.resolution) return { set: { ...read, 'ticket.messages': withMessage(ticket, message) } }
    return { set: { ...read, ...reopenedBy(deps, ticket, message) }, due: { notify: at } }
  })
}

type MessageDraft = Omit<Message, 'resolution'>

const withMessage = (ticket: Ticket, { id, from, text, at }: MessageDraft): Message[] => [
  ...messagesOf(ticket),
  { id, from, text, at, resolution: '' },
]

/** The fields that reopen a ticket, with the message that causes it. */
function reopenedBy(deps: TermDeps, ticket: Ticket, message: MessageDraft) {
  const reopening = reopened(ticket, { id: message.id, replyDueAt: replyDueAt(deps, message.at) })
  const messages = reopening['ticket.messages']
  return { ...reopening, 'ticket.messages': withMessage({ ...ticket, messages }, message) }
}

/** Concurrent messages on one ticket retry; this many find their turn. */
const maxTries = 20

/**
 * Writes a message to exactly the order that was read, and reads again after a conflict, so that a concurrent
 * resolution and message see each other. A repeated request is written once.
 */
async function writeMessage(
  deps: PublishDeps,
  { id, readOrder }: { id: string; readOrder: () => Promise<OrderDoc> },
  edit: (order: OrderDoc) => Omit<OrderEdit, 'guard'>,
): Promise<OrderDoc> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const order = await readOrder()
    if (order.ticket && messagesOf(order.ticket).some((message) => message.id === id)) return order
    const after = await changeOrder(deps, order, { ...edit(order), guard: unchangedSinceRead(order) })
    if (after) return after
  }
  throw new AppError('order_changed')
}
