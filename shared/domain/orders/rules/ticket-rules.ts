import { maxMessages, type OrderTicket, replyMs, reportMs } from '../../../contracts/order-ticket.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { OrderSet } from '../model/order-update.ts'
import type { Message, Ticket } from '../model/ticket-schema.ts'
import { endOf } from './order-end.ts'

/** Whether the order has an open ticket. */
export const isTicketOpen = <Order extends Pick<OrderDoc, 'ticket'>>(
  order: Order,
): order is Order & { ticket: Ticket } => order.ticket?.status === 'open'

/** The fields that a resolution sets. */
export const resolution = (answer: NonNullable<Ticket['resolution']>): OrderSet => ({
  'ticket.status': 'resolved',
  'ticket.resolution': answer,
  assignee: null,
})

/**
 * Requires that the admin has read all messages of the customer; messages of other admins do not matter.
 * @param readCount the messages on the admin's screen
 * @throws ticket_unread_messages
 */
export function requireAllRead(ticket: Ticket, readCount: number): void {
  const hasMore = messagesOf(ticket)
    .slice(readCount)
    .some(({ from }) => from === 'customer')
  if (hasMore) throw new AppError('ticket_unread_messages')
}

/**
 * Pure. The fields that reopen a ticket: its resolution becomes a message, and all messages count as read.
 * @param id of the cause, the same in every try; `replyDueAt`: the new promised time of a reply
 */
export function reopened(
  { resolution, ...ticket }: Ticket,
  { id, replyDueAt }: { id: string; replyDueAt: Date },
): OrderSet & { 'ticket.messages': Message[] } {
  const before: Message[] = resolution
    ? [{ id: `A${id}`, from: 'team', text: resolution.text, at: resolution.at, resolution: resolution.kind }]
    : []
  const messages = [...messagesOf(ticket), ...before]
  const deadlineAt = ticketDeadline(ticket)
  return {
    'ticket.status': 'open',
    'ticket.resolution': null,
    'ticket.replyDueAt': replyDueAt,
    // An earlier deadline stays unless the new reply is due after it: the supplier's proof may be gone then,
    // but the reply is promised.
    'ticket.deadlineAt': replyDueAt > deadlineAt ? replyDueAt : deadlineAt,
    'ticket.alerted': '',
    'ticket.messages': messages,
    'ticket.readCount': messages.length,
  }
}

/** Until when a delivered order can be reported; undefined if it cannot be, or was. */
export function canReportUntil(order: OrderDoc): Date | undefined {
  const delivered = endOf(order)?.at
  if (order.status !== 'Completed' || order.ticket || order.givenUpAt || !delivered) return undefined
  return new Date(delivered.getTime() + reportMs)
}

/** Operations are alerted this long before a ticket's deadline. */
const deadlineWarningMs = 6 * 3_600_000

/** The messages, oldest first; a ticket of an older version has no list. */
export const messagesOf = ({ messages }: Pick<Ticket, 'messages'>): readonly Message[] => messages ?? []

/** How often the ticket was reopened. */
export const reopenCount = (ticket: Pick<Ticket, 'messages'>): number =>
  messagesOf(ticket).filter(({ resolution }) => resolution !== '').length

/** The promised duration of a reply when the ticket was last opened, in ms. */
export function replyTermMs({
  messages,
  openedAt,
  replyDueAt,
}: Pick<Ticket, 'messages' | 'openedAt' | 'replyDueAt'>) {
  const sent = messagesOf({ messages })
  const opening = sent.findLastIndex(({ resolution }) => resolution !== '')
  const from = sent[opening + 1]?.at
  return replyDueAt.getTime() - (opening < 0 || !from ? openedAt : from).getTime()
}

/** The number of messages that one side may still write. */
export const messagesLeft = (from: Message['from'], ticket: Pick<Ticket, 'messages'>): number =>
  maxMessages[from] -
  messagesOf(ticket).filter((message) => message.from === from && message.resolution === '').length

type Replied = Pick<OrderDoc, 'status' | 'ticket' | 'givenUpAt'>

/**
 * How many messages the customer may still write, and until when; undefined after a refund, or if the order
 * is no delivery any more.
 */
export function repliesOf({ status, ticket, givenUpAt }: Replied): OrderTicket['replies'] {
  if (!ticket || givenUpAt) return undefined
  const left = Math.max(0, messagesLeft('customer', ticket))
  if (!ticket.resolution) return { left }
  if (status !== 'Completed' || ticket.resolution.kind === 'refunded') return undefined
  return { left, until: new Date(ticket.resolution.at.getTime() + replyMs).toISOString() }
}

/** The number of customer messages in an open ticket that our team has not read. */
export const unreadCount = (ticket: Ticket): number =>
  ticket.status === 'open'
    ? messagesOf(ticket)
        .slice(ticket.readCount ?? 0)
        .filter(({ from }) => from === 'customer').length
    : 0

/** When a ticket should be resolved: suppliers keep their proof of a delivery for 48 hours. */
export const ticketDeadline = (ticket: Pick<Ticket, 'deadlineAt' | 'openedAt'>): Date =>
  ticket.deadlineAt ?? new Date(ticket.openedAt.getTime() + reportMs)

/** The deadline alert that an open ticket is due at `now`, only the later one; undefined if it was raised. */
export function dueTicketAlert(
  { ticket }: Pick<OrderDoc, 'ticket'>,
  now: Date,
): 'ending' | 'over' | undefined {
  if (ticket?.status !== 'open') return undefined
  const leftMs = ticketDeadline(ticket).getTime() - now.getTime()
  if (leftMs <= 0) return ticket.alerted === 'over' ? undefined : 'over'
  return leftMs <= deadlineWarningMs && !ticket.alerted ? 'ending' : undefined
}

/** When the next deadline alert is due, or null. */
export function nextTicketAlertAt({ ticket }: Pick<OrderDoc, 'ticket'>, now: Date): Date | null {
  if (ticket?.status !== 'open') return null
  const end = ticketDeadline(ticket)
  const times = [new Date(end.getTime() - deadlineWarningMs), end]
  return times.find((at) => at > now) ?? null
}
