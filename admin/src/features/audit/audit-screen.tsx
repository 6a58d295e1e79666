import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { listPageSizes } from '@jhatpat/shared/contracts/admin-lists.ts'
import {
  auditActions,
  auditChainStatus,
  auditCsv,
  auditRows,
  type SealedRow,
  verifyAuditChain,
} from '@jhatpat/shared/contracts/audit.ts'
import type { Permission } from '@jhatpat/shared/contracts/permissions.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallButton } from '../../lib/call-button.tsx'
import { usePermission } from '../../lib/me.ts'
import { listScreen } from '../../lib/table/list-screen.tsx'
import type { TableColumn } from '../../lib/table/table-parts.ts'
import { actionText, chainTexts, changeText } from './audit-texts.ts'

const mono = (text: string) => <span className="mono">{text}</span>

const auditColumns: readonly TableColumn<'audit', SealedRow>[] = [
  {
    key: 'n',
    head: 'Entry',
    isFixed: true,
    cell: ({ n }) => <b className="mono">{n || 'new'}</b>,
  },
  { key: 'at', card: 'age', head: 'Time', cell: ({ at }) => <TimeText at={at} as="day-time" /> },
  { key: 'by', card: 'amount', head: 'Actor', cell: ({ by }) => <b>{by}</b> },
  { key: 'action', card: 'title', head: 'Action', cell: ({ action }) => actionText(action) },
  { key: 'target', card: 'detail', head: 'Target', cell: (row) => <Target row={row} /> },
  {
    key: 'change',
    card: 'status',
    head: 'Change',
    className: 'wraps',
    cell: (row) => changeText(row).map((line) => <div key={line}>{line}</div>),
  },
  { key: 'reason', card: 'text', head: 'Reason', className: 'wraps', cell: ({ reason }) => reason || '—' },
  { key: 'from', head: 'IP', cell: ({ from }) => mono(from) },
  {
    key: 'request',
    head: 'Request ID',
    cell: ({ requestId }) => mono(requestId.slice(0, 8)),
  },
  { key: 'hash', head: 'Hash', cell: ({ hash }) => mono(hash.slice(0, 10)) },
]

/** Where a record of this kind is shown, and the permission to open it. */
const pages: Record<string, { permission: Permission; address: (id: string) => string }> = {
  order: { permission: 'orders.view', address: (id) => `/txn/${id}` },
  topup: { permission: 'wallet.view', address: (id) => `/wallettxn?q=${id}` },
  user: { permission: 'customers.view', address: (id) => `/usersdata/${id}` },
  product: { permission: 'catalogue.view', address: (id) => `/viewproducts?q=${id}` },
  item: { permission: 'catalogue.view', address: (id) => `/viewitems?q=${id}` },
}

/** What it was done to, by its name, with a link to it. */
function Target({ row: { target, targetName } }: { row: SealedRow }) {
  const may = usePermission()
  const [kind = '', id = ''] = target.split(/:(.*)/s)
  const page = pages[kind]
  const text = targetName ?? (kind === 'order' || kind === 'topup' ? groupId(id) : target)
  if (!page || !may(page.permission)) return targetName ?? mono(text)
  return (
    <AppLink className={targetName ? 'link' : 'link mono'} href={page.address(encodeURIComponent(id))}>
      {text}
    </AppLink>
  )
}

/** Lists the actions of staff, newest first, and shows whether the audit chain is intact. */
export default listScreen({
  name: 'audit',
  route: auditRows,
  queryKey: ['admin', 'audit', 'rows'],
  pageOf: (page) => page,
  csv: auditCsv,
  defaults: { views: 'hidden' },
  rowKey: ({ id }) => id,
  columns: auditColumns,
  above: <ChainPanel />,
  spec: {
    sizes: listPageSizes,
    sorts: ['-createdAt'],
    filters: {
      action: auditActions,
      target: 'text',
      by: 'text',
      requestId: 'text',
      views: ['shown'],
      from: 'text',
      to: 'text',
    },
    columns: ['at', 'by', 'action', 'target', 'change', 'reason', 'from', 'request', 'hash'],
  },
  fields: [
    {
      kind: 'choice',
      name: 'action',
      label: 'Action',
      options: auditActions,
      textOf: (action) => actionText(action as (typeof auditActions)[number]),
    },
    { kind: 'choice', name: 'views', label: 'Views of records', options: ['shown'] },
    { kind: 'days', label: 'Date', from: 'from', to: 'to' },
    { kind: 'text', name: 'target', label: 'Target: order or customer' },
    { kind: 'text', name: 'by', label: 'Actor ID' },
    { kind: 'text', name: 'requestId', label: 'Request ID' },
  ],
  texts: {
    title: 'Audit log',
    rows: 'entries',
    row: 'entry',
    search: 'Search by order, customer or request ID',
    nothingYet: 'No entries yet.',
    nothingYetWhy: 'Admin actions appear here.',
  },
})

const chainKey = ['admin', 'audit', 'chain'] as const

/** Shows whether the audit chain is intact, when it was checked, and its last entry. */
function ChainPanel() {
  const { call } = useServices()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: chainKey,
    queryFn: ({ signal }) => call(auditChainStatus, { signal }),
    refetchInterval: ({ state }) => (state.data?.isChecking ? 2_000 : 20_000),
  })
  const check = useMutation({
    mutationFn: () => call(verifyAuditChain, { body: {} }),
    onSuccess: (chain) => queries.setQueryData(chainKey, chain),
  })
  if (!data) return null
  const { entries, hash, waiting, checkedAt, isChecking } = data
  const { kind, title, text } = chainTexts(data)
  return (
    <InlineMessage kind={kind} title={title} role="status">
      <div className="row between wrap row-3">
        <p className="beside-button">
          {text} {waiting > 0 && `${formatCount(waiting)} entries not sealed yet. `}
          {checkedAt && (
            <>
              Checked <TimeText at={checkedAt} as="ago" />.{' '}
            </>
          )}
          Last link: <span className="mono wrap-any">{`${entries}:${hash}`}</span>
        </p>
        <CallButton
          access={verifyAuditChain.auth}
          size="sm"
          busy={isChecking || check.isPending}
          busyText="Checking…"
          onClick={() => check.mutate()}
        >
          Check now
        </CallButton>
      </div>
    </InlineMessage>
  )
}
