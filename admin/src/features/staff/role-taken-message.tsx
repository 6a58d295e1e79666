import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { useAccountOf } from './use-invitations.ts'

type Props = {
  email: string
  staffRole: StaffRole
  busy: boolean
  onGive(user: AdminUser): void
}

/** The account that already has the invited address, and whether it can be given the role instead. */
export function RoleTakenMessage({ email, staffRole, busy, onGive }: Props) {
  const { data: user, error } = useAccountOf(email)
  return (
    <InlineMessage kind="warn" title="This address has an account already" role="alert">
      {user === undefined ? (
        <p>Nobody was invited. {error ? messageOf(error) : 'Looking whose account it is.'}</p>
      ) : (
        <p>
          Nobody was invited. <Standing user={user} />
        </p>
      )}
      {user && canBeGiven(user) && (
        <Button size="sm" busy={busy} busyText="Sending" onClick={() => onGive(user)}>
          Give this account the role: {staffRoleTexts[staffRole].name}
        </Button>
      )}
    </InlineMessage>
  )
}

const canBeGiven = ({ role, verified }: AdminUser) => role !== 'admin' && verified === 'true'

function Standing({ user }: { user: AdminUser | null }) {
  if (!user) return 'Nobody has this address any more. Try again.'
  const name = <b className="wrap-any">{user.name}</b>
  if (user.role === 'admin') return <>{name} is in the team already.</>
  return user.verified === 'true' ? (
    <>
      It is the account of {name}, and verified. It can be given the role, and keeps its orders and its
      wallet.
    </>
  ) : (
    <>
      It is the account of {name}, and nobody has proved the address: somebody else may have signed up with
      it. Ask them to set a password by Forgot password first, and press Invite again then.
    </>
  )
}
