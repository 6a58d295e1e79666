import type { SealedRow } from '@jhatpat/shared/contracts/audit.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import type { TableColumn } from '../../lib/table/table-parts.ts'
import { actionText, changeText } from './audit-texts.ts'

const mono = (text: string) => <span className="mono">{text}</span>

export const auditColumns: readonly TableColumn<SealedRow>[] = [
  {
    ...{ key: 'n', head: 'Entry', name: 'Entry', isFixed: true },
    cell: ({ n }) => <b className="mono">{n || 'new'}</b>,
  },
  { ...{ key: 'at', head: 'When', name: 'When' }, cell: ({ at }) => <TimeText at={at} as="day-time" /> },
  { ...{ key: 'by', head: 'Who', name: 'Who' }, cell: ({ by }) => <b>{by}</b> },
  { ...{ key: 'action', head: 'What', name: 'What' }, cell: ({ action }) => actionText(action) },
  { ...{ key: 'target', head: 'On', name: 'On' }, cell: ({ target }) => mono(target) },
  {
    ...{ key: 'change', head: 'Change', name: 'Change', className: 'wraps' },
    cell: (row) => changeText(row).map((line) => <div key={line}>{line}</div>),
  },
  { ...{ key: 'reason', head: 'Why', name: 'Why', className: 'wraps' }, cell: ({ reason }) => reason || '—' },
  { ...{ key: 'from', head: 'From', name: 'From' }, cell: ({ from }) => mono(from) },
  {
    ...{ key: 'request', head: 'Request', name: 'Request' },
    cell: ({ requestId }) => mono(requestId.slice(0, 8)),
  },
  { ...{ key: 'hash', head: 'Hash', name: 'Hash' }, cell: ({ hash }) => mono(hash.slice(0, 10)) },
]
