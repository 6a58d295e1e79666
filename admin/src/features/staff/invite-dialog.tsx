import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import { type StaffRole, staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { PendingRequestsDialog } from './pending-requests-dialog.tsx'
import { RoleTakenMessage } from './role-taken-message.tsx'
import { hasAccount, hasChangedNothing, useAdding } from './use-invitations.ts'

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
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
    <Dialog open onClose={onClose} title="Add someone to the team">
      <form className="stack" noValidate onSubmit={submit}>
        <Field label="Email" type="email" autoComplete="off" maxLength={254} {...field('email')} />
        <Field label="Name" autoComplete="off" maxLength={80} {...field('name')} />
        <ChoiceGroup label="Role" options={choices} value={staffRole} onChange={setStaffRole} />
        <Field label="Why, kept in the audit log" maxLength={300} {...field('reason')} />
        {hasExistingAccount && staffRole ? (
          <RoleTakenMessage
            email={person.email}
            staffRole={staffRole}
            busy={giving.isPending}
            onGive={(user) => giving.mutate({ user, staffRole, reason: person.reason })}
          />
        ) : (
          <Hint icon="shield-check">
            They get a mail with a link that works once, for 48 hours, and choose a password. Where there are
            two owners, both have to agree first.
          </Hint>
        )}
        {error && (
          <InlineMessage kind="bad" title={messageOf(error)} role="alert">
            {hasChangedNothing(error)
              ? 'Nothing was changed.'
              : 'It may have gone out all the same: look under Team.'}
          </InlineMessage>
        )}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="accent"
            aria-disabled={!isComplete}
            busy={inviting.isPending}
            busyText="Sending"
          >
            Invite
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
