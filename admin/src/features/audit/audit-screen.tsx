import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { listPageSizes } from '@jhatpat/shared/contracts/admin-lists.ts'
import { auditActions, auditRows, type SealedRow } from '@jhatpat/shared/contracts/audit.ts'
import type { QueryOf } from '@jhatpat/shared/contracts/route.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CsvButton } from '../../lib/table/csv-button.tsx'
import type { FilterField } from '../../lib/table/filter-fields.ts'
import { listQuery } from '../../lib/table/list-query.ts'
import type { TableSpec } from '../../lib/table/table-address.ts'
import type { TableColumn, TableTexts } from '../../lib/table/table-parts.ts'
import { TableScreen } from '../../lib/table/table-screen.tsx'
import { useTableAddress } from '../../lib/table/use-table-address.ts'
import { actionText, changeText } from './audit-texts.ts'
import { ChainPanel } from './chain-panel.tsx'

/** Lists the actions of staff, newest first, and shows whether the audit chain is intact. */
export default function AuditScreen() {
  const table = useTableAddress(auditTable)
  const { call } = useServices()
  const callQuery = listQuery<QueryOf<typeof auditRows>>(table.address, auditFields)
  const query = useQuery({
    queryKey: ['admin', 'audit', 'rows', callQuery],
    queryFn: ({ signal }) => call(auditRows, { query: callQuery, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <TableScreen
      texts={auditTexts}
      views="audit"
      spec={auditTable}
      fields={auditFields}
      columns={auditColumns}
      rowKey={({ id }) => id}
      table={table}
      query={query}
      above={<ChainPanel />}
      tools={<CsvButton path="/admin/audit/csv" file="audit-log.csv" query={callQuery} title="Audit log" />}
    />
  )
}

const mono = (text: string) => <span className="mono">{text}</span>

export const auditColumns: readonly TableColumn<SealedRow>[] = [
  {
    key: 'n',
    head: 'Entry',
    name: 'Entry',
    isFixed: true,
    cell: ({ n }) => <b className="mono">{n || 'new'}</b>,
  },
  { key: 'at', head: 'When', name: 'When', cell: ({ at }) => <TimeText at={at} as="day-time" /> },
  { key: 'by', head: 'Who', name: 'Who', cell: ({ by }) => <b>{by}</b> },
  { key: 'action', head: 'What', name: 'What', cell: ({ action }) => actionText(action) },
  { key: 'target', head: 'On', name: 'On', cell: ({ target }) => mono(target) },
  {
    key: 'change',
    head: 'Change',
    name: 'Change',
    className: 'wraps',
    cell: (row) => changeText(row).map((line) => <div key={line}>{line}</div>),
  },
  { key: 'reason', head: 'Why', name: 'Why', className: 'wraps', cell: ({ reason }) => reason || '—' },
  { key: 'from', head: 'From', name: 'From', cell: ({ from }) => mono(from) },
  {
    key: 'request',
    head: 'Request',
    name: 'Request',
    cell: ({ requestId }) => mono(requestId.slice(0, 8)),
  },
  { key: 'hash', head: 'Hash', name: 'Hash', cell: ({ hash }) => mono(hash.slice(0, 10)) },
]

type AuditFilter = 'action' | 'target' | 'by' | 'requestId' | 'from' | 'to'

export const auditTable: TableSpec<AuditFilter> = {
  sizes: listPageSizes,
  sorts: ['-createdAt'],
  filters: {
    action: auditActions,
    target: 'text',
    by: 'text',
    requestId: 'text',
    from: 'text',
    to: 'text',
  },
  columns: ['at', 'by', 'action', 'target', 'change', 'reason', 'from', 'request', 'hash'],
}

export const auditFields: readonly FilterField<AuditFilter>[] = [
  {
    kind: 'choice',
    name: 'action',
    label: 'What',
    options: auditActions,
    textOf: (action) => actionText(action as (typeof auditActions)[number]),
  },
  { kind: 'days', label: 'Date', from: 'from', to: 'to' },
  { kind: 'text', name: 'target', label: 'On: an order, a customer' },
  { kind: 'text', name: 'by', label: 'Who: an admin’s id' },
  { kind: 'text', name: 'requestId', label: 'Request' },
]

export const auditTexts: TableTexts = {
  title: 'Audit log',
  rows: 'entries',
  row: 'entry',
  search: 'Paste an order, a customer or a request id',
  nothingYet: 'No entries yet.',
  nothingYetWhy: 'Whatever an admin changes or reveals stands here from that moment.',
}
