import type { OverdueTask } from '@jhatpat/shared/contracts/admin.ts'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'

const taskTexts: Record<OverdueTask['task'], string> = {
  payment: 'Look for the money',
  fulfil: 'Buy from the supplier',
  notify: 'Tell the customer',
  completion: 'Close as delivered',
  apply: 'Apply planned prices',
  verify: 'Check the money',
}

const columns: readonly Column<OverdueTask>[] = [
  { key: 'task', head: 'Work', cell: ({ task }) => <span className="b">{taskTexts[task]}</span> },
  { key: 'for', head: 'For', cell: (row) => <Subject {...row} /> },
  { key: 'status', head: 'Status', cell: ({ status }) => status },
  { key: 'due', head: 'Was due', cell: ({ dueAt }) => <TimeText at={dueAt} as="ago" /> },
  { key: 'sweepCount', head: 'Queued again', right: true, cell: ({ sweepCount }) => timesText(sweepCount) },
  { key: 'reason', head: 'Why', className: 'wraps', cell: ({ reason }) => reason || 'Not known' },
]

/** Overdue tasks, oldest first, as the server lists them. */
export function OverdueTasksTable({ rows }: { rows: readonly OverdueTask[] }) {
  return (
    <DataTable
      dense
      label="Overdue work"
      columns={columns}
      rows={rows}
      rowKey={({ id, task }) => `${id} ${task}`}
    />
  )
}

/** Only orders in Processing are on the board. */
function Subject({ kind, id, status }: OverdueTask) {
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

const subjects = { order: 'Order', topup: 'Top-up', notification: 'Code or link', prices: 'Prices' } as const

const timesText = (count: number) => (count === 0 ? 'Never' : `${count}×`)
