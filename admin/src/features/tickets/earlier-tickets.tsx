import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { customerTickets } from '@jhatpat/shared/contracts/customers.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useQuery } from '@tanstack/react-query'
import { ticketsKey } from '../../lib/ticket-counts.ts'
import { resolutionTexts, issueTexts } from '../../lib/ticket-texts.ts'

/** What else this customer has reported, and how it ended. */
export function EarlierTickets({ order }: { order: BoardOrder }) {
  const { call } = useServices()
  const { data } = useQuery({
    queryKey: [...ticketsKey, 'of', order.customer._id],
    queryFn: ({ signal }) => call(customerTickets, { params: { id: order.customer._id }, signal }),
  })
  const others = data?.tickets.filter(({ orderid }) => orderid !== order.orderid) ?? []
  if (!data) return null
  return (
    <>
      <h3 className="label">Reported before</h3>
      {others.length === 0 && <p className="sm t2">Nothing else.</p>}
      <ul className="facts">
        {others.slice(0, 5).map(({ orderid, itemname, issue, openedAt, resolution }) => (
          <li key={orderid}>
            <TimeText at={openedAt} as="ago" className="t3" />
            <span className="wrap-any">
              {issueTexts[issue]}: {itemname}
              <span className="t2">, {resolution ? resolutionTexts[resolution.kind].toLowerCase() : 'open'}</span>
            </span>
          </li>
        ))}
      </ul>
      {others.length > 5 && <p className="xs t3">{others.length - 5} more on the customer’s page.</p>}
    </>
  )
}
