import { mostMessages, type OrderTicket, replyMs, reportMs } from '../../../contracts/order-ticket.ts'
import type { OrderDoc } from '../order-model.ts'
import type { Message, Ticket } from './ticket-schema.ts'

/** Operations are told so long before a report should have ended. */
export const endingMs = 6 * 3_600_000

/** What was said, oldest first; a report that a process of the release before has opened has no list. */
export const messagesOf = ({ messages }: Pick<Ticket, 'messages'>): readonly Message[] => messages ?? []

/** How often a report was opened anew. */
export const timesReopened = (ticket: Pick<Ticket, 'messages'>): number =>
  messagesOf(ticket).filter(({ ended }) => ended !== '').length

/** How long an answer was promised to take when it was last opened, in ms. */
export function termMsOf({
  messages,
  openedAt,
  answerBy,
}: Pick<Ticket, 'messages' | 'openedAt' | 'answerBy'>) {
  const said = messagesOf({ messages })
  const opening = said.findLastIndex(({ ended }) => ended !== '')
  const from = said[opening + 1]?.at
  return answerBy.getTime() - (opening < 0 || !from ? openedAt : from).getTime()
}

/** So many messages can still be written from one side. */
export const roomFor = (from: Message['from'], ticket: Pick<Ticket, 'messages'>): number =>
  mostMessages[from] -
  messagesOf(ticket).filter((message) => message.from === from && message.ended === '').length

type Replied = Pick<OrderDoc, 'status' | 'ticket' | 'givenUpAt'>

/** What its customer can still write, until when; undefined where nothing: its money went back, or its order is no delivery any more. */
export function repliesOf({ status, ticket, givenUpAt }: Replied): OrderTicket['replies'] {
  if (!ticket || givenUpAt) return undefined
  const left = Math.max(0, roomFor('customer', ticket))
  if (!ticket.answer) return { left }
  if (status !== 'Completed' || ticket.answer.kind === 'refunded') return undefined
  return { left, until: new Date(ticket.answer.at.getTime() + replyMs).toISOString() }
}

/** Messages of the customer that nobody of us has read, while the report is open. */
export const unreadIn = (ticket: Ticket): number =>
  ticket.status === 'open'
    ? messagesOf(ticket)
        .slice(ticket.readTo ?? 0)
        .filter(({ from }) => from === 'customer').length
    : 0

/** When a report should have ended: suppliers keep their proof of a delivery for 48 hours. */
export const endsAtOf = (ticket: Pick<Ticket, 'endsAt' | 'openedAt'>): Date =>
  ticket.endsAt ?? new Date(ticket.openedAt.getTime() + reportMs)

/** Which alarm about its end an open report is due at `now`, the later one alone; undefined where it was raised. */
export function alarmDue({ ticket }: Pick<OrderDoc, 'ticket'>, now: Date): 'ending' | 'over' | undefined {
  if (ticket?.status !== 'open') return undefined
  const leftMs = endsAtOf(ticket).getTime() - now.getTime()
  if (leftMs <= 0) return ticket.told === 'over' ? undefined : 'over'
  return leftMs <= endingMs && !ticket.told ? 'ending' : undefined
}

/** When the next alarm about its end is due, or null. */
export function nextAlarmAt({ ticket }: Pick<OrderDoc, 'ticket'>, now: Date): Date | null {
  if (ticket?.status !== 'open') return null
  const end = endsAtOf(ticket)
  const times = [new Date(end.getTime() - endingMs), end]
  return times.find((at) => at > now) ?? null
}
