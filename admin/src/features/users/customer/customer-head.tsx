import { userAtom } from '@jhatpat/shared/browser/session.ts'
import type { customer } from '@jhatpat/shared/contracts/customers.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { addUserBalance } from '@jhatpat/shared/contracts/users.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { dayText } from '@jhatpat/shared/ui/format/ist-time.ts'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useAtomValue } from 'jotai'
import { CallButton } from '../../../lib/call-button.tsx'
import { editAccess } from '../edit-access.ts'

export type CustomerAction = 'edit' | 'balance' | 'block' | 'reset'

type Props = { data: ResultOf<typeof customer>; onAction: (action: CustomerAction) => void }

/** The customer's name and age of the account, with the actions that this admin may take. */
export function CustomerHead({ data: { user, lastSeenAt }, onAction }: Props) {
  const me = useAtomValue(userAtom)
  const isBlocked = user.isBlocked === 'true'
  const access = editAccess(user)
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
            ', no activity yet'
          )}{' '}
          {isBlocked && (
            <StatusPill status="Blocked" icon="ban">
              Blocked
            </StatusPill>
          )}
        </p>
      </div>
      <div className="row wrap">
        <CallButton access={access} size="sm" icon="file-text" onClick={() => onAction('edit')}>
          Edit
        </CallButton>
        <CallButton access={addUserBalance.auth} size="sm" icon="plus" onClick={() => onAction('balance')}>
          Balance
        </CallButton>
        {user._id !== me?._id && (
          <CallButton
            access={access}
            size="sm"
            variant={isBlocked ? 'plain' : 'bad'}
            icon={isBlocked ? 'undo-2' : 'ban'}
            onClick={() => onAction('block')}
          >
            {isBlocked ? 'Unblock' : 'Block'}
          </CallButton>
        )}
      </div>
    </div>
  )
}

const kinds = { user: 'Customer', reseller: 'Reseller', admin: 'Admin' } as const
