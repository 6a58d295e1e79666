import { officeRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import type { TeamMember } from '@jhatpat/shared/contracts/team.ts'
import { ReasonDialog } from '../../lib/reason-dialog.tsx'
import { type StaffRoleChoice, useStaffRole } from './use-team.ts'
import { PendingRequestsDialog } from './pending-requests-dialog.tsx'

type Props = { member: TeamMember; role: StaffRoleChoice; onClose: () => void }

/** Another role in the back office, or none: confirmed, with a reason. */
export function StaffRoleDialog({ member, role, onClose }: Props) {
  const { user, staffRole } = member
  const { waiting, saving } = useStaffRole(onClose)
  const from = officeRoleTexts[staffRole].name
  if (waiting) return <PendingRequestsDialog text={waiting} onClose={onClose} />
  return (
    <ReasonDialog
      title={role === 'none' ? `Take ${user.name} out of the team` : `Change the role of ${user.name}`}
      action={role === 'none' ? 'Take out' : 'Change role'}
      needsReason
      error={saving.error}
      isBusy={saving.isPending}
      onDo={(reason) => saving.mutate({ user, role, reason })}
      onClose={onClose}
    >
      <p>
        {from} → <b>{role === 'none' ? 'customer' : officeRoleTexts[role].name}</b>
        {role !== 'none' && <span className="t2">: {officeRoleTexts[role].does}</span>}
      </p>
      <p className="t2 sm">{user.name} is signed out on every device at once.</p>
    </ReasonDialog>
  )
}
