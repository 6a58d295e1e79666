import { type CustomerTicket, customerTickets } from '@jhatpat/shared/contracts/customers.ts'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { QueryPart } from '../../../lib/query-part.tsx'
import { answerTexts, whatTexts } from '../../../lib/ticket-texts.ts'
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
    head: 'About',
    className: 'wraps',
    cell: ({ what, note }) => (
      <>
        {whatTexts[what]}
        {note && <span className="t2 wrap-any"> “{note}”</span>}
      </>
    ),
  },
  {
    key: 'state',
    head: 'State',
    cell: ({ status, answer }) =>
      status === 'open' || !answer ? (
        <StatusPill status="Processing" icon="clock">
          Open
        </StatusPill>
      ) : (
        <StatusPill status={answer.kind === 'refunded' ? 'Refunded' : 'Completed'}>
          {answerTexts[answer.kind]}
        </StatusPill>
      ),
  },
  { key: 'opened', head: 'Opened', cell: ({ openedAt }) => <TimeText at={openedAt} className="t2" /> },
  {
    key: 'answered',
    head: 'Answered',
    className: 'wraps',
    cell: ({ answer, answerBy }) =>
      answer ? (
        <span className="t2 wrap-any">
          {answer.by && `${answer.by}, `}
          <TimeText at={answer.at} />: {answer.text}
        </span>
      ) : (
        <span className="t2">
          due <TimeText at={answerBy} as="ago" />
        </span>
      ),
  },
]

export function TicketsTab({ id }: { id: string }) {
  return (
    <QueryPart query={useCustomerPart('tickets', id, (call, given) => call(customerTickets, given))}>
      {({ tickets }) =>
        tickets.length === 0 ? (
          <Empty spot="chai" title="No tickets.">
            Nothing was reported as not received.
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
    </QueryPart>
  )
}
