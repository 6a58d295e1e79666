import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'

const hourMs = 3_600_000
/** From so many hours before its end on the queue says it, as operations are told then. */
const nearHours = 6

/** What the customer wrote and nobody of us has read, as a mark. */
export function UnreadMark({ ticketFacts }: Pick<BoardOrder, 'ticketFacts'>) {
  if (!ticketFacts || ticketFacts.unread === 0) return null
  return (
    <span className="ticket-unread">
      {ticketFacts.unread}
      <span className="visually-hidden">
        {ticketFacts.unread === 1 ? ' unread message' : ' unread messages'}
      </span>
    </span>
  )
}

/** That the 48 hours of an open report near their end, or are over, in words. */
export function DeadlineText({ ticket, ticketFacts }: Pick<BoardOrder, 'ticket' | 'ticketFacts'>) {
  const leftMs = Date.parse(ticketFacts?.deadlineAt ?? '') - useNow(30_000)
  if (!ticketFacts || ticket?.status !== 'open' || !(leftMs <= nearHours * hourMs)) return null
  const hours = Math.ceil(leftMs / hourMs)
  return (
    <span className={leftMs <= 0 ? 'down b' : 'b ticket-near'}>
      {leftMs <= 0 ? 'Its 48 hours are over' : `Its 48 hours end within ${hours} h`}
    </span>
  )
}
