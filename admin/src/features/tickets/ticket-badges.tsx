import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'

const hourMs = 3_600_000
/** The queue marks a ticket this many hours before its deadline, when operations are alerted too. */
const nearHours = 6

/** Marks a message of the customer that no admin has read. */
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

/** States that the 48 hours of an open ticket end soon, or have ended. */
export function DeadlineText({ ticket, ticketFacts }: Pick<BoardOrder, 'ticket' | 'ticketFacts'>) {
  const leftMs = Date.parse(ticketFacts?.deadlineAt ?? '') - useNow(30_000)
  if (!ticketFacts || ticket?.status !== 'open' || !(leftMs <= nearHours * hourMs)) return null
  const hours = Math.ceil(leftMs / hourMs)
  return (
    <span className={leftMs <= 0 ? 'down b' : 'b ticket-near'}>
      {leftMs <= 0 ? '48 h passed' : `48 h end in ${hours} h`}
    </span>
  )
}
