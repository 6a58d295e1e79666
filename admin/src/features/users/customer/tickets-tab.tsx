import { type CustomerTicket, customerTickets } from '@jhatpat/shared/contracts/customers.ts'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { QuerySection } from '../../../lib/query-section.tsx'
import { issueTexts, resolutionTexts } from '../../../lib/ticket-texts.ts'
import { useCustomerPart } from './use-customer.ts'

const columns: readonly Column<CustomerTicket>[] = [
  {
    key: 'order',
    head: 'Order',
    cell: ({ orderid }) => (
      <AppLink className="link mono b" href={`/txn/${orderid}`}>
        {groupId(orderid)}
      </AppLink>
    ),
  },
  { key: 'item', head: 'Item', cell: ({ itemname }) => itemname },
  {
    key: 'what',
    head: 'Issue',
    className: 'wraps',
    cell: ({ issue, note }) => (
      <>
        {issueTexts[issue]}
        {note && <span className="t2 wrap-any"> “{note}”</span>}
      </>
    ),
  },
  {
    key: 'state',
    head: 'Status',
    cell: ({ status, resolution }) =>
      status === 'open' || !resolution ? (
        <StatusPill status="Processing" icon="clock">
          Open
        </StatusPill>
      ) : (
        <StatusPill status={resolution.kind === 'refunded' ? 'Refunded' : 'Completed'}>
          {resolutionTexts[resolution.kind]}
        </StatusPill>
      ),
  },
  { key: 'opened', head: 'Opened', cell: ({ openedAt }) => <TimeText at={openedAt} className="t2" /> },
  {
    key: 'resolved',
    head: 'Resolved',
    className: 'wraps',
    cell: ({ resolution, replyDueAt }) =>
      resolution ? (
        <span className="t2 wrap-any">
          {resolution.by && `${resolution.by}, `}
          <TimeText at={resolution.at} />: {resolution.text}
        </span>
      ) : (
        <span className="t2">
          due by <TimeText at={replyDueAt} as="ago" />
        </span>
      ),
  },
]

export function TicketsTab({ id }: { id: string }) {
  return (
    <QuerySection query={useCustomerPart('tickets', id, (call, input) => call(customerTickets, input))}>
      {({ tickets }) =>
        tickets.length === 0 ? (
          <Empty spot="chai" title="No tickets.">
            No tickets
          </Empty>
        ) : (
          <DataTable
            dense
            className="pin"
            label="Tickets"
            columns={columns}
            rows={tickets}
            rowKey={({ orderid }) => orderid}
          />
        )
      }
    </QuerySection>
  )
}
