import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { dayText, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import type { TableColumn } from '../../lib/table/table-parts.ts'
import { spacedMobile } from './user-texts.ts'

export type UserAction = 'edit' | 'balance'

/** The columns of User Data; the last one has the actions. */
export const usersColumns = (
  onAction: (act: UserAction, user: AdminUser) => void,
): readonly TableColumn<AdminUser>[] => [
  {
    key: 'name',
    head: 'Name',
    name: 'Name',
    isFixed: true,
    cell: ({ _id, name }) => (
      <span className="row">
        <Avatar small name={name} />
        <b>
          {/* Access to this table includes access to customers' pages. */}
          <AppLink className="link" href={`/usersdata/${_id}`}>
            {name}
          </AppLink>
        </b>
      </span>
    ),
  },
  {
    key: 'userid',
    head: 'User id',
    name: 'User id',
    className: 'mono t2',
    cell: ({ userid }) => userid,
  },
  { key: 'email', head: 'Email', name: 'Email', cell: ({ email }) => email },
  {
    key: 'mobile',
    head: 'Mobile',
    name: 'Mobile',
    className: 'mono',
    cell: ({ mobilenumber }) => spacedMobile(mobilenumber),
  },
  {
    key: 'role',
    head: 'Role',
    name: 'Role',
    cell: ({ role }) => <span className="tag quiet">{role}</span>,
  },
  {
    key: 'balance',
    head: 'Balance',
    name: 'Balance',
    right: true,
    sortable: true,
    cell: ({ balance }) => <Money rupees={balance} exact />,
  },
  { key: 'state', head: 'State', name: 'State', cell: (user) => <State {...user} /> },
  {
    key: 'createdAt',
    head: 'Since',
    name: 'Since',
    className: 't2',
    sortable: true,
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    key: 'updatedAt',
    head: 'Changed',
    name: 'Changed',
    className: 't2',
    cell: ({ updatedAt }) => <Day at={updatedAt} />,
  },
  {
    key: 'acts',
    head: 'Actions',
    name: 'Actions',
    isActs: true,
    quiet: true,
    right: true,
    cell: (user) => (
      <span className="row row-end">
        <Button size="sm" onClick={() => onAction('edit', user)}>
          Edit<span className="visually-hidden"> {user.name}</span>
        </Button>
        <Button size="sm" icon="plus" onClick={() => onAction('balance', user)}>
          Balance<span className="visually-hidden"> of {user.name}</span>
        </Button>
      </span>
    ),
  },
]

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
