import { maxMessages, type OrderTicket, replyMs, reportMs } from '../../../contracts/order-ticket.ts'
import type { OrderDoc } from '../order-model.ts'
import type { Message, Ticket } from './ticket-schema.ts'

/** Operations are told so long before a report should have resolution. */
export const deadlineWarningMs = 6 * 3_600_000

/** What was said, oldest first; a report that a process of the release before has opened has no list. */
export const messagesOf = ({ messages }: Pick<Ticket, 'messages'>): readonly Message[] => messages ?? []

/** How often a report was opened anew. */
export const reopenCount = (ticket: Pick<Ticket, 'messages'>): number =>
  messagesOf(ticket).filter(({ resolution }) => resolution !== '').length

/** How long an answer was promised to take when it was last opened, in ms. */
export function replyTermMs({
  messages,
  openedAt,
  replyDueAt,
}: Pick<Ticket, 'messages' | 'openedAt' | 'replyDueAt'>) {
  const said = messagesOf({ messages })
  const opening = said.findLastIndex(({ resolution }) => resolution !== '')
  const from = said[opening + 1]?.at
  return replyDueAt.getTime() - (opening < 0 || !from ? openedAt : from).getTime()
}

/** So many messages can still be written from one side. */
export const messagesLeft = (from: Message['from'], ticket: Pick<Ticket, 'messages'>): number =>
  maxMessages[from] -
  messagesOf(ticket).filter((message) => message.from === from && message.resolution === '').length

type Replied = Pick<OrderDoc, 'status' | 'ticket' | 'givenUpAt'>

/** What its customer can still write, until when; undefined where nothing: its money went back, or its order is no delivery any more. */
export function repliesOf({ status, ticket, givenUpAt }: Replied): OrderTicket['replies'] {
  if (!ticket || givenUpAt) return undefined
  const left = Math.max(0, messagesLeft('customer', ticket))
  if (!ticket.resolution) return { left }
  if (status !== 'Completed' || ticket.resolution.kind === 'refunded') return undefined
  return { left, until: new Date(ticket.resolution.at.getTime() + replyMs).toISOString() }
}

/** Messages of the customer that nobody of us has read, while the report is open. */
export const unreadCount = (ticket: Ticket): number =>
  ticket.status === 'open'
    ? messagesOf(ticket)
        .slice(ticket.readCount ?? 0)
        .filter(({ from }) => from === 'customer').length
    : 0

/** When a report should have resolution: suppliers keep their proof of a delivery for 48 hours. */
export const ticketDeadline = (ticket: Pick<Ticket, 'deadlineAt' | 'openedAt'>): Date =>
  ticket.deadlineAt ?? new Date(ticket.openedAt.getTime() + reportMs)

/** Which alarm about its end an open report is due at `now`, the later one alone; undefined where it was raised. */
export function dueTicketAlert({ ticket }: Pick<OrderDoc, 'ticket'>, now: Date): 'ending' | 'over' | undefined {
  if (ticket?.status !== 'open') return undefined
  const leftMs = ticketDeadline(ticket).getTime() - now.getTime()
  if (leftMs <= 0) return ticket.alerted === 'over' ? undefined : 'over'
  return leftMs <= deadlineWarningMs && !ticket.alerted ? 'ending' : undefined
}

/** When the next alarm about its end is due, or null. */
export function nextTicketAlertAt({ ticket }: Pick<OrderDoc, 'ticket'>, now: Date): Date | null {
  if (ticket?.status !== 'open') return null
  const end = ticketDeadline(ticket)
  const times = [new Date(end.getTime() - deadlineWarningMs), end]
  return times.find((at) => at > now) ?? null
}
