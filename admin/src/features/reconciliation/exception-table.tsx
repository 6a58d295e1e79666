import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { DayException } from '@jhatpat/shared/contracts/reconciliation.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { exceptionTexts, linkOf } from './exception-texts.ts'

type Props = { rows: readonly DayException[]; onClose: (row: DayException) => void }

/** The exceptions, open ones first; a closed one keeps its explanation. */
export function ExceptionTable({ rows, onClose }: Props) {
  const sorted = rows.toSorted((a, b) => Number(a.state !== 'open') - Number(b.state !== 'open'))
  const answer: Column<DayException> = {
    key: 'answer',
    head: 'Answer',
    right: true,
    cell: (row) =>
      row.closed ? (
        <span className="sm">
          <b>{row.state === 'resolved' ? 'Solved' : 'Explained'}</b> by {row.closed.by}
          <span className="t2 lines">{row.closed.note}</span>
        </span>
      ) : (
        <Button
          size="sm"
          aria-label={`Answer ${exceptionTexts[row.kind].title}, ${row.ref}`}
          onClick={() => onClose(row)}
        >
          Answer…
        </Button>
      ),
  }
  return (
    <DataTable
      label="Exceptions"
      columns={[...columns, answer]}
      rows={sorted}
      rowKey={({ id }) => id}
      className="recon-table"
      dense
    />
  )
}

const columns: Column<DayException>[] = [
  {
    key: 'what',
    head: 'What',
    cell: ({ kind, state }) => (
      <StatusPill
        status={state === 'open' ? exceptionTexts[kind].status : 'completed'}
        icon={state === 'open' ? 'circle-help' : 'circle-check'}
      >
        {exceptionTexts[kind].title}
      </StatusPill>
    ),
  },
  { key: 'on', head: 'On', cell: (row) => <Ref row={row} /> },
  { key: 'external', head: 'Outside', cell: ({ external }) => <span className="t2">{external}</span> },
  { key: 'internal', head: 'With us', cell: ({ internal }) => <span className="t2">{internal}</span> },
  {
    key: 'amount',
    head: 'Amount',
    right: true,
    cell: ({ amount }) =>
      amount === null ? '—' : <b className="num">{formatRupees(amount, { exact: true })}</b>,
  },
  { key: 'found', head: 'Found', cell: ({ foundAt }) => <TimeText at={foundAt} as="day-time" /> },
]

function Ref({ row }: { row: DayException }) {
  const href = linkOf(row)
  const text = (
    <span className="nowrap">{row.of === 'order' || row.of === 'topup' ? groupId(row.ref) : row.ref}</span>
  )
  return href ? (
    <AppLink className="link" href={href}>
      {text}
    </AppLink>
  ) : (
    text
  )
}
