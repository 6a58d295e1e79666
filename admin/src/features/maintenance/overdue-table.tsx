import type { OverdueWork } from '@jhatpat/shared/contracts/admin.ts'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'

const works: Record<OverdueWork['work'], string> = {
  payment: 'Look for the money',
  fulfil: 'Buy from the supplier',
  notify: 'Tell the customer',
  close: 'Close as delivered',
  apply: 'Apply planned prices',
  verify: 'Check the money',
}

const columns: readonly Column<OverdueWork>[] = [
  { key: 'work', head: 'Work', cell: ({ work }) => <span className="b">{works[work]}</span> },
  { key: 'for', head: 'For', cell: (row) => <Subject {...row} /> },
  { key: 'status', head: 'Status', cell: ({ status }) => status },
  { key: 'due', head: 'Was due', cell: ({ dueAt }) => <TimeText at={dueAt} as="ago" /> },
  { key: 'swept', head: 'Queued again', right: true, cell: ({ swept }) => timesText(swept) },
  { key: 'why', head: 'Why', className: 'wraps', cell: ({ why }) => why || 'Not known' },
]

/** Work that is late, the oldest first, as the server lists it. */
export function OverdueTable({ rows }: { rows: readonly OverdueWork[] }) {
  return (
    <DataTable
      dense
      label="Overdue work"
      columns={columns}
      rows={rows}
      rowKey={({ id, work }) => `${id} ${work}`}
    />
  )
}

/** Only orders that are Processing stand on the board. */
function Subject({ kind, id, status }: OverdueWork) {
  if (kind === 'check') return <span className="t2">Every night</span>
  const isOnBoard = kind === 'order' && status === 'Processing'
  return (
    <span className="row">
      <span className="t2">{subjects[kind]}</span>
      {isOnBoard ? (
        <AppLink className="link mono" href={`/orders?order=${id}`}>
          {groupId(id)}
        </AppLink>
      ) : (
        <span className="mono">{groupId(id)}</span>
      )}
      <CopyButton text={id} label={`Copy ${id}`} />
    </span>
  )
}

const subjects = { order: 'Order', topup: 'Top-up', notice: 'Code or link', prices: 'Prices' } as const

const timesText = (swept: number) => (swept === 0 ? 'Never' : `${swept}×`)
