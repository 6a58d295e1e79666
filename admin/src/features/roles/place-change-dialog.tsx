import { officeRoleWords } from '@jhatpat/shared/contracts/permission-words.ts'
import type { TeamMember } from '@jhatpat/shared/contracts/team.ts'
import { ReasonDialog } from '../../lib/reason-dialog.tsx'
import { type Place, usePlace } from './use-team.ts'
import { WaitingDialog } from './waiting-dialog.tsx'

type Props = { member: TeamMember; place: Place; onClose: () => void }

/** Another role in the back office, or none: confirmed, with a reason. */
export function PlaceChangeDialog({ member, place, onClose }: Props) {
  const { user, officeRole } = member
  const { waiting, saving } = usePlace(onClose)
  const from = officeRoleWords[officeRole].name
  if (waiting) return <WaitingDialog text={waiting} onClose={onClose} />
  return (
    <ReasonDialog
      title={place === 'none' ? `Take ${user.name} out of the team` : `Change the role of ${user.name}`}
      deed={place === 'none' ? 'Take out' : 'Change role'}
      needsReason
      error={saving.error}
      isBusy={saving.isPending}
      onDo={(reason) => saving.mutate({ user, place, reason })}
      onClose={onClose}
    >
      <p>
        {from} → <b>{place === 'none' ? 'customer' : officeRoleWords[place].name}</b>
        {place !== 'none' && <span className="t2">: {officeRoleWords[place].does}</span>}
      </p>
      <p className="t2 sm">{user.name} is signed out on every device at once.</p>
    </ReasonDialog>
  )
}
