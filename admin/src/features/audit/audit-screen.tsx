import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { auditActs, auditRows, type SealedRow } from '@jhatpat/shared/contracts/audit.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { LoadError } from '../../lib/load-error.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { TableSearch } from '../../lib/table/table-search.tsx'
import { actText, changeText } from './audit-texts.ts'
import { ChainPanel } from './chain-panel.tsx'

const columns: Column<SealedRow>[] = [
  { key: 'n', head: 'Entry', cell: ({ n }) => <b className="mono">{n || 'new'}</b> },
  { key: 'at', head: 'When', cell: ({ at }) => <TimeText at={at} as="day-time" /> },
  { key: 'by', head: 'Who', cell: ({ by }) => <b>{by}</b> },
  { key: 'act', head: 'What', cell: ({ act }) => actText(act) },
  { key: 'target', head: 'On', cell: ({ target }) => <span className="mono">{target}</span> },
  {
    key: 'change',
    head: 'Change',
    cell: (row) => changeText(row).map((line) => <div key={line}>{line}</div>),
  },
  { key: 'why', head: 'Why', cell: ({ why }) => why || '—' },
  { key: 'from', head: 'From', cell: ({ from }) => <span className="mono">{from}</span> },
  {
    key: 'request',
    head: 'Request',
    cell: ({ requestId }) => <span className="mono">{requestId.slice(0, 8)}</span>,
  },
  { key: 'hash', head: 'Hash', cell: ({ hash }) => <span className="mono">{hash.slice(0, 10)}</span> },
]

/** How long one may pause between two letters before the server is asked, in ms. */
const pauseMs = 400

const filterNames = ['act', 'target', 'by', 'requestId', 'from', 'to'] as const

/** Everything that people with power did, the latest first; the address keeps what one looks for. */
export default function AuditScreen() {
  const [params, setParams] = useSearchParams()
  const asked = Object.fromEntries(
    filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  )
  const { call } = useServices()
  const log = useInfiniteQuery({
    queryKey: ['admin', 'audit', asked],
    queryFn: ({ signal, pageParam }) =>
      call(auditRows, { query: { ...asked, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData,
  })
  const ask = (name: (typeof filterNames)[number], value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true },
    )
  const field = (name: (typeof filterNames)[number]) => ({
    value: params.get(name) ?? '',
    onChange: ({ target }: { target: { value: string } }) => ask(name, target.value),
  })
  const search = (name: 'target' | 'by') => ({
    ...{ q: params.get(name) ?? '', pauseMs },
    onSearch: (text: string) => ask(name, text),
  })
  return (
    <>
      <PageBar title="Audit log">
        <span className="t2 sm">Nothing here can be changed or removed</span>
      </PageBar>
      <ChainPanel />
      <form className="row wrap" onSubmit={(event) => event.preventDefault()}>
        <Select
          label="What"
          options={[
            { value: '', label: 'any' },
            ...auditActs.map((value) => ({ value, label: actText(value) })),
          ]}
          {...field('act')}
        />
        <TableSearch label="On: an order, a customer" {...search('target')} />
        <TableSearch label="Who: an admin’s id" {...search('by')} />
        <Field label="From" type="date" {...field('from')} />
        <Field label="To" type="date" {...field('to')} />
      </form>
      {log.data ? (
        <Rows rows={log.data.pages.flatMap(({ rows }) => rows)} />
      ) : log.error ? (
        <LoadError error={log.error} onRetry={log.refetch} />
      ) : (
        <Skeleton height={320} />
      )}
      {log.isFetchNextPageError && (
        <Note kind="bad" title={`Older entries did not come: ${messageOf(log.error)}`} role="alert" />
      )}
      {log.hasNextPage && (
        <Button busy={log.isFetchingNextPage} busyText="Loading" onClick={() => log.fetchNextPage()}>
          Older entries
        </Button>
      )}
    </>
  )
}

function Rows({ rows }: { rows: readonly SealedRow[] }) {
  if (rows.length === 0) {
    return (
      <Empty spot="chai" title="No entries">
        Nothing like this was done.
      </Empty>
    )
  }
  return <DataTable label="Audit log" columns={columns} rows={rows} rowKey={({ id }) => id} dense />
}
