import { userAtom } from '@jhatpat/shared/browser/session.ts'
import type { customer } from '@jhatpat/shared/contracts/customers.ts'
import { grantOf } from '@jhatpat/shared/contracts/permissions.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { dayText } from '@jhatpat/shared/ui/format/ist-time.ts'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useAtomValue } from 'jotai'
import { usePermission } from '../../../lib/me.ts'

export type CustomerAction = 'edit' | 'balance' | 'block' | 'reset'

type Props = { data: ResultOf<typeof customer>; onAction: (action: CustomerAction) => void }

/** The customer's name and age of the account, with the actions that this admin may take. */
export function CustomerHead({ data: { user, lastSeenAt }, onAction }: Props) {
  const may = usePermission()
  const me = useAtomValue(userAtom)
  const isBlocked = user.isBlocked === 'true'
  const mayEdit = may(user.role === 'admin' ? 'staff.manage' : 'customers.edit')
  return (
    <div className="customer-head">
      <Avatar name={user.name} />
      <div className="grow">
        <h1 className="d2 wrap-any">
          <bdi>{user.name}</bdi>
        </h1>
        <p className="t2 sm">
          {kinds[user.role]} since {dayText(user.createdAt)}
          {lastSeenAt ? (
            <>
              , last seen <TimeText at={lastSeenAt} as="ago" />
            </>
          ) : (
            ', no visit on record'
          )}{' '}
          {isBlocked && (
            <StatusPill status="Blocked" icon="ban">
              Blocked
            </StatusPill>
          )}
        </p>
      </div>
      <div className="row wrap">
        {mayEdit && (
          <Button size="sm" icon="file-text" onClick={() => onAction('edit')}>
            Edit
          </Button>
        )}
        {me && grantOf(me, 'wallets.adjust') !== 'none' && (
          <Button size="sm" icon="plus" onClick={() => onAction('balance')}>
            Balance
          </Button>
        )}
        {mayEdit && user._id !== me?._id && (
          <Button
            size="sm"
            variant={isBlocked ? 'plain' : 'bad'}
            icon={isBlocked ? 'undo-2' : 'ban'}
            onClick={() => onAction('block')}
          >
            {isBlocked ? 'Unblock' : 'Block'}
          </Button>
        )}
      </div>
    </div>
  )
}

const kinds = { user: 'Customer', reseller: 'Reseller', admin: 'Admin' } as const
