import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { TicketMessage } from '@jhatpat/shared/contracts/order-ticket.ts'
import { replyInLanguage } from '@jhatpat/shared/contracts/ticket-drafts.ts'
import { markTicketRead } from '@jhatpat/shared/contracts/tickets.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ticketsKey } from '../../lib/ticket-counts.ts'
import { resolutionTexts } from '../../lib/ticket-texts.ts'

/** Messages between the customer and our team, oldest first. Showing them marks them as read. */
export function TicketMessages({ order }: { order: BoardOrder }) {
  const messages = order.ticket?.messages ?? []
  useReading(order)
  if (messages.length === 0) return null
  return (
    <section aria-label="Messages">
      <h3 className="label">Messages</h3>
      <ol className="ticket-talk" aria-live="polite">
        {messages.map((message) => (
          <Message key={`${message.from} ${message.at} ${message.text}`} message={message} order={order} />
        ))}
      </ol>
    </section>
  )
}

function Message({ message, order }: { message: TicketMessage; order: BoardOrder }) {
  const { from, text, at, resolution } = message
  const isOurs = from === 'team'
  const sent = isOurs ? replyInLanguage(text, order.ticketFacts?.language ?? 'en') : text
  return (
    <li className={isOurs ? 'ticket-said ours' : 'ticket-said'}>
      <p className="xs t3">
        <b className="t2">
          <bdi>{isOurs ? senderName(message, order) : order.customer.name}</bdi>
        </b>{' '}
        <TimeText at={at} />
        {resolution && ` · ${resolutionTexts[resolution]}, reopened`}
      </p>
      <p className="wrap-any">{text}</p>
      {sent !== text && (
        <p className="xs t2" lang="hi">
          {sent}
        </p>
      )}
    </li>
  )
}

/** The author of our message is the actor of the staff action at the same time. */
const senderName = ({ at }: TicketMessage, { staffActions }: BoardOrder): string =>
  staffActions.find((row) => row.at === at && row.action.startsWith('ticket_'))?.name ?? 'Our team'

function useReading({ orderid, ticket, ticketFacts }: BoardOrder): void {
  const { call } = useServices()
  const client = useQueryClient()
  const shown = ticket?.messages?.length ?? 0
  const unread = ticketFacts?.unread ?? 0
  const { mutate } = useMutation({
    mutationFn: (messages: number) => call(markTicketRead, { params: { id: orderid }, body: { messages } }),
    // The read count only rises, so a retry does no harm; without it the queue would keep marking a
    // read message.
    retry: 3,
    onSuccess: () => client.invalidateQueries({ queryKey: ticketsKey }),
  })
  useEffect(() => {
    if (unread === 0) return undefined
    const read = () => {
      if (document.visibilityState === 'visible') mutate(shown)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [unread, shown, mutate])
}
