import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { CustomerLink } from '../../lib/customer-link.tsx'
import { answerTexts, whatTexts } from '../../lib/ticket-texts.ts'

type Props = { rows: BoardOrder[]; onAnswer: (order: BoardOrder) => void }

export function TicketTable({ rows, onAnswer }: Props) {
  return (
    <DataTable
      dense
      label="Orders that were reported as not received"
      columns={columnsWith(onAnswer)}
      rows={rows}
      rowKey={({ orderid }) => orderid}
    />
  )
}

const columnsWith = (onAnswer: (order: BoardOrder) => void): readonly Column<BoardOrder>[] => [
  { key: 'what', head: 'Report', cell: (order) => <What order={order} /> },
  { key: 'order', head: 'Order', cell: (order) => <Subject order={order} /> },
  { key: 'who', head: 'Customer', cell: (order) => <Who order={order} /> },
  { key: 'price', head: 'Price', right: true, cell: ({ value }) => <Money rupees={value} /> },
  {
    key: 'answer',
    head: 'Answer',
    cell: (order) =>
      order.ticket?.answer ? (
        <Given order={order} />
      ) : (
        <Button size="sm" variant="line" onClick={() => onAnswer(order)}>
          Answer…
        </Button>
      ),
  },
]

function What({ order: { ticket } }: { order: BoardOrder }) {
  const now = useNow(15_000)
  if (!ticket) return null
  const isLate = ticket.status === 'open' && Date.parse(ticket.answerBy) < now
  return (
    <>
      <span className="b">{whatTexts[ticket.what]}</span>
      <br />
      <TimeText at={ticket.openedAt} as="ago" />
      {ticket.status === 'open' && (
        <span className={isLate ? 'b down' : 't2'}>
          {isLate ? ', answer was due ' : ', answer due '}
          <TimeText at={ticket.answerBy} as="ago" />
        </span>
      )}
      {ticket.note && (
        <>
          <br />
          <span className="t2 wrap-any">“{ticket.note}”</span>
        </>
      )}
    </>
  )
}

function Subject({ order }: { order: BoardOrder }) {
  return (
    <>
      <span className="row">
        <AppLink className="link mono" href={`/txn/${order.orderid}`}>
          {groupId(order.orderid)}
        </AppLink>
        <CopyButton text={order.orderid} label={`Copy ${order.orderid}`} />
      </span>
      <span className="t2">
        {order.itemname}, {order.product.name}
      </span>
    </>
  )
}

function Who({ order }: { order: BoardOrder }) {
  const account = order.input2 ? `${order.input1} (${order.input2})` : order.input1
  return (
    <>
      <CustomerLink id={order.customer._id}>{order.customer.name}</CustomerLink>
      <br />
      <span className="t2 wrap-any">{order.username ? `${order.username}, ${account}` : account}</span>
    </>
  )
}

function Given({ order: { status, ticket, decisions } }: { order: BoardOrder }) {
  const by = decisions.find(({ what }) => what.startsWith('ticket_') || what === 'refund')?.name
  if (!ticket?.answer) return null
  return (
    <>
      <StatusPill status={status} /> <span className="b">{answerTexts[ticket.answer.kind]}</span>
      <br />
      <span className="t2 wrap-any">
        {ticket.answer.text} {by && `${by}, `}
        <TimeText at={ticket.answer.at} as="ago" />
      </span>
    </>
  )
}
