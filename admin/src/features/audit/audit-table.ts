import { listPageSizes } from '@jhatpat/shared/contracts/admin-lists.ts'
import { auditActs } from '@jhatpat/shared/contracts/audit.ts'
import type { FilterField } from '../../lib/table/filter-fields.ts'
import type { TableSpec } from '../../lib/table/table-address.ts'
import type { TableTexts } from '../../lib/table/table-parts.ts'
import { actText } from './audit-texts.ts'

type AuditFilter = 'act' | 'target' | 'by' | 'requestId' | 'from' | 'to'

export const auditTable: TableSpec<AuditFilter> = {
  sizes: listPageSizes,
  sorts: ['-createdAt'],
  filters: {
    act: auditActs,
    ...{ target: 'text', by: 'text', requestId: 'text', from: 'text', to: 'text' },
  },
  columns: ['at', 'by', 'act', 'target', 'change', 'reason', 'from', 'request', 'hash'],
}

export const auditFields: readonly FilterField<AuditFilter>[] = [
  {
    ...{ kind: 'choice', name: 'act', label: 'What', options: auditActs },
    say: (act) => actText(act as (typeof auditActs)[number]),
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
