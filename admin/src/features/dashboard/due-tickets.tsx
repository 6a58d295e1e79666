import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { tickets } from '@jhatpat/shared/contracts/tickets.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useQuery } from '@tanstack/react-query'
import { LoadError } from '../../lib/load-error.tsx'
import { pollIntervalMs, ticketsKey } from '../../lib/ticket-counts.ts'
import { issueTexts } from '../../lib/ticket-texts.ts'

const shownRows = 4

/** The open tickets with the least time left, each with a link to it. */
export default function DueTickets() {
  const { call } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: [...ticketsKey, 'due'],
    queryFn: ({ signal }) => call(tickets, { query: { status: 'open' }, signal }),
    refetchInterval: pollIntervalMs,
  })
  return (
    <section className="panel" aria-labelledby="due-tickets">
      <div className="row between">
        <h2 className="d4" id="due-tickets">
          Tickets
        </h2>
        <AppLink className="link xs" href="/tickets">
          View tickets
        </AppLink>
      </div>
      {!data && !error && <p className="t3 sm">Loading...</p>}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data?.tickets.length === 0 && <p className="t2 sm">No open tickets.</p>}
      <ul className="need">
        {data?.tickets.slice(0, shownRows).map((order) => (
          <li key={order.orderid}>
            <Picture className="thumb" src={order.product.imgpath} width={40} height={40} />
            <div className="grow">
              <p className="b sm">{order.ticket && issueTexts[order.ticket.issue]}</p>
              <p className="xs t2">
                {order.itemname}, {order.customer.name}
                {order.ticket && (
                  <>
                    , <TimeText at={order.ticket.openedAt} as="ago" />
                  </>
                )}
              </p>
            </div>
            <ButtonLink
              size="sm"
              href={`/tickets?ticket=${order.orderid}`}
              aria-label={`Open the ticket of ${order.customer.name}, ${order.itemname}`}
            >
              Open
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
