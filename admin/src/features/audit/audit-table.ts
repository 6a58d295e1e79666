import { listPageSizes } from '@jhatpat/shared/contracts/admin-lists.ts'
import { auditActions } from '@jhatpat/shared/contracts/audit.ts'
import type { FilterField } from '../../lib/table/filter-fields.ts'
import type { TableSpec } from '../../lib/table/table-address.ts'
import type { TableTexts } from '../../lib/table/table-parts.ts'
import { actionText } from './audit-texts.ts'

type AuditFilter = 'action' | 'target' | 'by' | 'requestId' | 'from' | 'to'

export const auditTable: TableSpec<AuditFilter> = {
  sizes: listPageSizes,
  sorts: ['-createdAt'],
  filters: {
    action: auditActions,
    ...{ target: 'text', by: 'text', requestId: 'text', from: 'text', to: 'text' },
  },
  columns: ['at', 'by', 'action', 'target', 'change', 'reason', 'from', 'request', 'hash'],
}

export const auditFields: readonly FilterField<AuditFilter>[] = [
  {
    ...{ kind: 'choice', name: 'action', label: 'What', options: auditActions },
    say: (action) => actionText(action as (typeof auditActions)[number]),
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
