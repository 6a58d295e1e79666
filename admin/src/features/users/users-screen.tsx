import { Role } from '@jhatpat/shared/contracts/roles.ts'
import {
  type AdminUser,
  addUserBalance,
  userPageSizes,
  usersCsv,
  usersData,
} from '@jhatpat/shared/contracts/users.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { dayText, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CallButton } from '../../lib/call-button.tsx'
import { cursorsByNumber } from '../../lib/table/list-query.ts'
import { listScreen } from '../../lib/table/list-screen.tsx'
import type { TableColumn } from '../../lib/table/table-parts.ts'
import { editAccess } from './edit-access.ts'
import { spacedMobile } from './user-texts.ts'
import { usersKey } from './users-key.ts'

const BalanceDialog = lazyComponent(() => import('./balance-dialog.tsx'))
const EditDialog = lazyComponent(() => import('./edit-dialog.tsx'))

/** All accounts, with the actions of admins. */
export default function UsersScreen() {
  const [open, setOpen] = useState<{ action: UserAction; user: AdminUser }>()
  const close = () => setOpen(undefined)
  const allColumns = useMemo(() => [...columns, actionsWith((action, user) => setOpen({ action, user }))], [])
  const navigate = useNavigate()
  return (
    <UserList
      columns={allColumns}
      onOpen={({ _id }) => void navigate(`/usersdata/${_id}`)}
      found={({ isTruncated }, { filters }) =>
        isTruncated && (
          <p className="t2 sm lead">
            {Object.keys(filters).length > 0
              ? 'Showing the first 500 results. Add another letter to narrow down.'
              : 'Showing the first 500. Add another letter to narrow down.'}
          </p>
        )
      }
    >
      {(reply) =>
        open && (
          <Optional>
            {open.action === 'edit' ? (
              <EditDialog user={open.user} onClose={close} />
            ) : (
              <BalanceDialog user={open.user} limit={reply?.approvalAbove} onClose={close} />
            )}
          </Optional>
        )
      }
    </UserList>
  )
}

/** The columns of User Data, without the actions. */
const columns: readonly TableColumn<'users', AdminUser>[] = [
  {
    key: 'name',
    card: 'title',
    head: 'Name',
    isFixed: true,
    cell: ({ _id, name }) => (
      <span className="row">
        <Avatar small name={name} />
        <b>
          {/* Access to this table includes access to customers' pages. */}
          <AppLink className="link" href={`/usersdata/${_id}`}>
            <bdi>{name}</bdi>
          </AppLink>
        </b>
      </span>
    ),
  },
  {
    key: 'userid',
    head: 'User ID',
    className: 'mono t2',
    cell: ({ userid }) => userid,
  },
  { key: 'email', head: 'Email', cell: ({ email }) => email },
  {
    key: 'mobile',
    card: 'detail',
    head: 'Mobile',
    className: 'mono',
    cell: ({ mobilenumber }) => spacedMobile(mobilenumber),
  },
  {
    key: 'role',
    head: 'Role',
    cell: ({ role }) => <span className="tag quiet">{role}</span>,
  },
  {
    key: 'balance',
    card: 'amount',
    head: 'Balance',
    right: true,
    sortable: true,
    cell: ({ balance }) => <Money rupees={balance} exact />,
  },
  { key: 'state', card: 'status', head: 'Status', cell: (user) => <State {...user} /> },
  {
    key: 'createdAt',
    card: 'age',
    head: 'Joined',
    className: 't2',
    sortable: true,
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    key: 'updatedAt',
    head: 'Updated',
    className: 't2',
    cell: ({ updatedAt }) => <Day at={updatedAt} />,
  },
]

type UserAction = 'edit' | 'balance'

const actionsWith = (
  onAction: (action: UserAction, user: AdminUser) => void,
): TableColumn<'users', AdminUser> => ({
  key: 'actions',
  card: 'next',
  head: 'Actions',
  isActions: true,
  quiet: true,
  right: true,
  cell: (user) => (
    <span className="row row-end">
      <CallButton access={editAccess(user)} size="sm" onClick={() => onAction('edit', user)}>
        Edit<span className="visually-hidden"> {user.name}</span>
      </CallButton>
      <CallButton
        access={addUserBalance.auth}
        size="sm"
        icon="plus"
        onClick={() => onAction('balance', user)}
      >
        Balance<span className="visually-hidden"> of {user.name}</span>
      </CallButton>
    </span>
  ),
})

const flags = ['true', 'false'] as const
const yesOrNo = (flag: string) => (flag === 'true' ? 'yes' : 'no')

/** With a filter, only the sort by time has an index. */
const orders = ['-createdAt', 'createdAt'] as const

/** Specification §2 and §9: page sizes to the letter. */
const UserList = listScreen({
  name: 'users',
  route: usersData,
  queryKey: [...usersKey, 'list'],
  // Search results are paged by number because they have no cursors.
  pageOf: ({ users, totalCount, isTruncated, hasMore, next, previous }, address) => ({
    rows: users,
    count: totalCount,
    hasMore: hasMore || isTruncated,
    ...(address.q ? cursorsByNumber(address, totalCount) : { next, previous }),
  }),
  csv: usersCsv,
  rowKey: ({ _id }) => _id,
  columns,
  spec: {
    sizes: userPageSizes,
    sorts: ['-createdAt', 'createdAt', '-balance', 'balance'],
    filters: { role: Role.options, verified: flags, isBlocked: flags },
    columns: ['userid', 'email', 'mobile', 'role', 'balance', 'state', 'createdAt', 'updatedAt'],
    hidden: ['updatedAt'],
    searchKeeps: 'filters',
  },
  fields: [
    { kind: 'choice', name: 'role', label: 'Role', options: Role.options, orders },
    { kind: 'choice', name: 'verified', label: 'Verified', options: flags, textOf: yesOrNo, orders },
    { kind: 'choice', name: 'isBlocked', label: 'Blocked', options: flags, textOf: yesOrNo, orders },
  ],
  texts: {
    title: 'User Data',
    rows: 'users',
    row: 'user',
    search: 'Name, email, mobile or user ID',
    searchPauseMs: 250,
    searched: 'Search matches the beginning of a name, email, mobile or ID.',
    nothingYet: 'No users yet.',
    nothingYetWhy: 'Customers appear here after signing up.',
  },
})

const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={fullTime(at)}>
    {dayText(at)}
  </time>
)

function State({ verified, isBlocked }: AdminUser) {
  if (isBlocked === 'true') {
    return (
      <StatusPill status="Blocked" icon="ban">
        Blocked
      </StatusPill>
    )
  }
  const isVerified = verified === 'true'
  return (
    <span className={isVerified ? 'row user-ok' : 'row t2'}>
      <Icon name={isVerified ? 'circle-check' : 'circle-dot'} size="sm" />
      {isVerified ? 'Verified' : 'Not verified'}
    </span>
  )
}
