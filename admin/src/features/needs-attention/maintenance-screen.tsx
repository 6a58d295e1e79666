import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { maintenance, type OverdueTask } from '@jhatpat/shared/contracts/admin.ts'
import { paymentDiscrepancies } from '@jhatpat/shared/contracts/payments.ts'
import { supplierConflicts } from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useServerTime } from '@jhatpat/shared/ui/use-server-time.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { LoadError } from '../../lib/load-error.tsx'
import { useAccess } from '../../lib/me.ts'
import { messageOf } from '../../lib/message-of.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { usePendingCounts } from '../../lib/pending-counts.ts'
import { WaitRows } from '../../lib/wait-rows.tsx'
import { Discrepancies, discrepanciesKey } from './discrepancies.tsx'
import { SupplierConflicts, supplierConflictsKey } from './supplier-conflicts.tsx'

/** What needs a person outside the board, of the kinds that the role may resolve. */
export default function MaintenanceScreen() {
  const may = useAccess()
  return (
    <>
      <PageBar title="Needs attention" />
      {may(supplierConflicts.auth) && <SupplierConflicts />}
      {may(paymentDiscrepancies.auth) && <Discrepancies />}
      {may(maintenance.auth) ? <OverdueTasks /> : <NothingOpen />}
    </>
  )
}

/** For roles without the list of overdue work: states that the other lists are empty. */
function NothingOpen() {
  const conflicts = useQuery<unknown[]>({ queryKey: supplierConflictsKey, queryFn: skipToken }).data
  const discrepancies = useQuery<unknown[]>({ queryKey: discrepanciesKey, queryFn: skipToken }).data
  if (conflicts?.length !== 0 || discrepancies?.length !== 0) return null
  return (
    <Empty spot="chai" title="Nothing needs attention.">
      Payments and suppliers match our orders.
    </Empty>
  )
}

/** Overdue background work; normally none. */
function OverdueTasks() {
  const { call } = useServices()
  const overdue = useQuery({
    queryKey: ['admin', 'maintenance'],
    queryFn: ({ signal }) => call(maintenance, { signal }),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  const { data, error, dataUpdatedAt } = overdue
  const readAt = useServerTime(dataUpdatedAt)
  return (
    <>
      {data && <p className="t2 sm lead">As of {clockTime(readAt, { seconds: true })}</p>}
      {error && data && (
        <InlineMessage kind="bad" title={`Error: ${messageOf(error)}`} role="alert">
          Showing the last loaded data. Retrying automatically.
        </InlineMessage>
      )}
      {data ? (
        <Overdue rows={data} />
      ) : error ? (
        <LoadError error={error} onRetry={overdue.refetch} />
      ) : (
        <WaitRows rows={4} height={44} />
      )}
    </>
  )
}

function Overdue({ rows }: { rows: Parameters<typeof OverdueTasksTable>[0]['rows'] }) {
  const { late } = usePendingCounts()
  if (rows.length === 0 && late > 0) {
    return (
      <Empty
        spot="chai"
        title={late === 1 ? '1 order is late.' : `${formatCount(late)} orders are late.`}
        action={<ButtonLink href="/orders?show=late">View pending orders</ButtonLink>}
      >
        No overdue tasks. See the late orders under Pending Orders.
      </Empty>
    )
  }
  if (rows.length === 0) {
    return (
      <Empty spot="chai" title="Nothing needs attention.">
        All payments, orders and messages are up to date.
      </Empty>
    )
  }
  return (
    <>
      <p className="t2 sm lead">
        Tasks more than 10 seconds late. They are retried automatically; if a task stays here, check the job
        queues and the workers’ log.
      </p>
      <OverdueTasksTable rows={rows} />
    </>
  )
}

const taskTexts: Record<OverdueTask['task'], string> = {
  payment: 'Check payment',
  fulfil: 'Place supplier order',
  notify: 'Notify customer',
  completion: 'Complete order',
  apply: 'Apply scheduled prices',
  verify: 'Verify ledger',
}

const columns: readonly Column<OverdueTask>[] = [
  { key: 'task', head: 'Task', cell: ({ task }) => <span className="b">{taskTexts[task]}</span> },
  { key: 'for', head: 'Target', cell: (row) => <Subject {...row} /> },
  { key: 'status', head: 'Status', cell: ({ status }) => status },
  { key: 'due', head: 'Due', cell: ({ dueAt }) => <TimeText at={dueAt} as="ago" /> },
  { key: 'sweepCount', head: 'Retried', right: true, cell: ({ sweepCount }) => timesText(sweepCount) },
  { key: 'reason', head: 'Reason', className: 'wraps', cell: ({ reason }) => reason || 'Unknown' },
]

/** Overdue tasks, oldest first, as the server lists them. */
function OverdueTasksTable({ rows }: { rows: readonly OverdueTask[] }) {
  return (
    <DataTable
      dense
      label="Overdue tasks"
      columns={columns}
      rows={rows}
      rowKey={({ id, task }) => `${id} ${task}`}
    />
  )
}

/** Only orders in Processing are on the board. */
function Subject({ kind, id, status }: OverdueTask) {
  if (kind === 'check') return <span className="t2">Nightly</span>
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
