import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import { type StaffRole, staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useState } from 'react'
import { FormDialog } from '../../lib/form-dialog.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { PendingRequestsDialog } from './pending-requests-dialog.tsx'
import { hasAccount, hasChangedNothing, useAccountOf, useAdding } from './use-invitations.ts'

const choices = staffRoles.toReversed().map((value) => ({
  value,
  label: staffRoleTexts[value].name,
  detail: staffRoleTexts[value].does,
}))

type Props = { onClose: () => void; onDone: () => void }

/**
 * Adds a person to the team: by an invitation or, where the address has an account, by a staff role
 * for that account. Making an owner needs the approval of another owner, if there is one.
 */
export function InviteDialog({ onClose, onDone }: Props) {
  const [person, setPerson] = useState({ email: '', name: '', reason: '' })
  const [staffRole, setStaffRole] = useState<StaffRole>()
  const { waiting, inviting, giving } = useAdding(onDone)
  const isComplete = Boolean(staffRole && person.email.trim() && person.name.trim())
  const submit = () => {
    if (!staffRole || !isComplete || inviting.isPending || giving.isPending) return
    giving.reset()
    inviting.mutate({ ...person, staffRole })
  }
  const field = (name: keyof typeof person) => ({
    value: person[name],
    onChange: (event: { target: { value: string } }) => {
      if (name === 'email') inviting.reset()
      setPerson({ ...person, [name]: event.target.value })
    },
  })
  if (waiting) return <PendingRequestsDialog text={waiting} onClose={onDone} />
  const hasExistingAccount = hasAccount(inviting.error)
  const error = giving.error ?? (hasExistingAccount ? null : inviting.error)
  return (
    <FormDialog
      title="Invite a team member"
      error={error}
      advice={hasChangedNothing(error) ? 'Nothing was changed.' : 'It may have been sent. Check Team.'}
      action="Invite"
      isBusy={inviting.isPending}
      busyText="Sending…"
      button={{ 'aria-disabled': !isComplete }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Email" type="email" autoComplete="off" maxLength={254} {...field('email')} />
      <Field label="Name" autoComplete="off" maxLength={80} {...field('name')} />
      <ChoiceGroup label="Role" options={choices} value={staffRole} onChange={setStaffRole} />
      <Field label="Reason (saved in the audit log)" maxLength={300} {...field('reason')} />
      {hasExistingAccount && staffRole ? (
        <RoleTakenMessage
          email={person.email}
          staffRole={staffRole}
          busy={giving.isPending}
          onGive={(user) => giving.mutate({ user, staffRole, reason: person.reason })}
        />
      ) : (
        <Hint icon="shield-check">
          They get an email with a link (valid 48 h). With two owners, another owner must approve.
        </Hint>
      )}
    </FormDialog>
  )
}

type RoleTakenProps = {
  email: string
  staffRole: StaffRole
  busy: boolean
  onGive(user: AdminUser): void
}

/** The account that already has the invited address, and whether it can be given the role instead. */
function RoleTakenMessage({ email, staffRole, busy, onGive }: RoleTakenProps) {
  const { data: user, error } = useAccountOf(email)
  return (
    <InlineMessage kind="warn" title="This email already has an account" role="alert">
      {user === undefined ? (
        <p>No one was invited. {error ? messageOf(error) : 'Checking the account…'}</p>
      ) : (
        <p>
          No one was invited. <Standing user={user} />
        </p>
      )}
      {user && canBeGiven(user) && (
        <Button size="sm" busy={busy} busyText="Sending…" onClick={() => onGive(user)}>
          Give this account the role: {staffRoleTexts[staffRole].name}
        </Button>
      )}
    </InlineMessage>
  )
}

const canBeGiven = ({ role, verified }: AdminUser) => role !== 'admin' && verified === 'true'

function Standing({ user }: { user: AdminUser | null }) {
  if (!user) return 'No account has this email now. Try again.'
  const name = <b className="wrap-any">{user.name}</b>
  if (user.role === 'admin') return <>{name} is already in the team.</>
  return user.verified === 'true' ? (
    <>This is {name}’s verified account. It can get the role and keeps its orders and wallet.</>
  ) : (
    <>
      This is {name}’s account, but the email isn’t verified. Ask them to reset the password first, then
      invite again.
    </>
  )
}
