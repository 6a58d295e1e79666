import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { dayText, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { memo, useMemo } from 'react'
import { CustomerLink } from '../../lib/customer-link.tsx'
import { spacedMobile } from './user-texts.ts'

export type UserAct = 'edit' | 'balance'

type UsersTableProps = { users: readonly AdminUser[]; onAct: (act: UserAct, user: AdminUser) => void }

/** The users of one page; cards on small screens. 500 rows are drawn once, and not again for a letter typed above. */
export const UsersTable = memo(function UsersTable({ users, onAct }: UsersTableProps) {
  const columns = useMemo(() => columnsWith(onAct), [onAct])
  return (
    <DataTable
      cards
      dense
      className="users"
      label="Users"
      columns={columns}
      rows={users}
      rowKey={({ _id }) => _id}
    />
  )
})

const columnsWith = (onAct: UsersTableProps['onAct']): readonly Column<AdminUser>[] => [
  {
    key: 'name',
    head: 'Name',
    className: 'user-name',
    cell: ({ _id, name }) => (
      <span className="row">
        <Avatar small name={name} />
        <b>
          <CustomerLink id={_id}>{name}</CustomerLink>
        </b>
      </span>
    ),
  },
  {
    key: 'balance',
    head: 'Balance',
    right: true,
    className: 'right',
    cell: ({ balance }) => <Money rupees={balance} exact />,
  },
  { key: 'userid', head: 'User id', className: 'mono t2', cell: ({ userid }) => userid },
  {
    key: 'role',
    head: 'Role',
    className: 'right',
    cell: ({ role }) => <span className="tag quiet">{role}</span>,
  },
  { key: 'email', head: 'Email', className: 'full wrap-any', cell: ({ email }) => email },
  {
    key: 'mobile',
    head: 'Mobile',
    className: 'mono',
    cell: ({ mobilenumber }) => spacedMobile(mobilenumber),
  },
  { key: 'state', head: 'State', className: 'right', cell: (user) => <State {...user} /> },
  {
    key: 'since',
    head: 'Since',
    cardLabel: 'Since',
    className: 't2 user-since',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {dayText(createdAt)}
      </time>
    ),
  },
  {
    key: 'acts',
    head: 'Actions',
    quiet: true,
    right: true,
    className: 'full user-acts',
    cell: (user) => (
      <span className="row">
        <Button size="sm" onClick={() => onAct('edit', user)}>
          Edit<span className="sr"> {user.name}</span>
        </Button>
        <Button size="sm" icon="plus" onClick={() => onAct('balance', user)}>
          Balance<span className="sr"> of {user.name}</span>
        </Button>
      </span>
    ),
  },
]

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
