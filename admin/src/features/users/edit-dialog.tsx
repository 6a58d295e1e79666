import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import { staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import { Role } from '@jhatpat/shared/contracts/roles.ts'
import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { dayText } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { Switch } from '@jhatpat/shared/ui/switch.tsx'
import { useEffect, useEffectEvent } from 'react'
import { FormDialog } from '../../lib/form-dialog.tsx'
import { usePermission } from '../../lib/me.ts'
import { useConfirmDiscard } from '../../lib/use-confirm-discard.tsx'
import { type EditField, type FieldChange, fieldNames, revokesSessions } from './edit-form.ts'
import { type EditOutcome, useUserEdit } from './use-user-edit.ts'
import { brokenEdit, refusedEdit, savedMs } from './user-texts.ts'

/** Edits a user. Closes two seconds after a successful save. */
export default function EditDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const edit = useUserEdit(user)
  const { seen, changes, outcome, isSaving } = edit
  const close = useEffectEvent(onClose)
  const isSaved = outcome.kind === 'saved'
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(close, savedMs)
    return () => clearTimeout(timer)
  }, [isSaved])

  const isOver = isSaved || outcome.kind === 'pending'
  const leaving = useConfirmDiscard(!isOver && (changes.length > 0 || edit.reason !== ''), onClose)
  return (
    <>
      <FormDialog
        title="Edit user"
        kind="wide"
        onLeave={leaving.close}
        question={leaving.question}
        cancel={isOver ? 'Close' : 'Cancel'}
        action={isOver ? undefined : saveText(changes.length)}
        isBusy={isSaving}
        button={{ 'aria-disabled': changes.length === 0 }}
        onSubmit={() => {
          if (!isOver) edit.save()
        }}
        onClose={onClose}
      >
        <p className="sm t2">
          {seen.userid} · {seen.role === 'user' ? 'customer' : seen.role} since {dayText(seen.createdAt)}
        </p>
        <EditResult outcome={outcome} />
        <fieldset className="stack bare" disabled={isSaving || isOver}>
          <EditFields edit={edit} />
          {changes.length > 0 && <Changes changes={changes} />}
          <Field
            label="Reason (saved in the audit log)"
            maxLength={300}
            value={edit.reason}
            onChange={(event) => edit.setReason(event.target.value)}
          />
        </fieldset>
        {revokesSessions(changes) && !isOver && (
          <Hint icon="log-out">{`${seen.name} will be signed out on all devices.`}</Hint>
        )}
      </FormDialog>
      {edit.question}
    </>
  )
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <section className="inset" aria-label="Changes">
      <h3 className="label">Changes</h3>
      <ul className="was-list">
        {changes.map(({ field, from, to }) => (
          <li key={field}>
            <span className="t2">{fieldNames[field]}</span> <PreviousValue from={from} to={to} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The old value struck out, the new one in bold. */
function PreviousValue({ from, to }: { from: string; to: string }) {
  return (
    <span className="was">
      <del>{from}</del> <span aria-hidden="true">→</span> <ins>{to}</ins>
    </span>
  )
}

function saveText(count: number): string {
  if (count === 0) return 'No changes'
  return count === 1 ? 'Save 1 change' : `Save ${count} changes`
}

/** The result of a save: the specification's text, and what to do next. */
function EditResult({ outcome }: { outcome: EditOutcome }) {
  switch (outcome.kind) {
    case 'none':
      return null
    case 'saved':
      return (
        <InlineMessage kind="ok" title={outcome.message} role="status">
          Closing in 2 seconds.
        </InlineMessage>
      )
    case 'pending':
      return (
        <InlineMessage kind="warn" icon="user-check" title={outcome.message} role="status">
          <span>
            Waiting under <AppLink href="/approvals">Approvals</AppLink> for up to 7 days.
          </span>
        </InlineMessage>
      )
    case 'refused':
      return (
        <InlineMessage kind="bad" title={refusedEdit} role="alert">
          {outcome.message} Nothing was changed.
        </InlineMessage>
      )
    case 'broken':
      return (
        <InlineMessage kind="bad" icon="wifi-off" title={brokenEdit} role="alert">
          Your edits are kept. Saving again is safe.
        </InlineMessage>
      )
    case 'overtaken':
      return <Overtaken {...outcome} />
    default:
      return outcome satisfies never
  }
}

function Overtaken({ serverChanges, by }: Extract<EditOutcome, { kind: 'overtaken' }>) {
  const actors = by.length > 0 ? by.join(' and ') : 'Another admin'
  const changes = serverChanges
    .map(({ field, from, to }) => `${fieldNames[field]}: ${from} → ${to}`)
    .join(', ')
  return (
    <InlineMessage kind="bad" title={refusedEdit} role="alert">
      {`${actors} changed this account${changes ? ` (${changes})` : ''}. Your edits are kept. Review and save again.`}
    </InlineMessage>
  )
}

type Edit = ReturnType<typeof useUserEdit>

/** The editable fields of a user. */
function EditFields({ edit }: { edit: Edit }) {
  const { values, faults, change } = edit
  const may = usePermission()
  const text = (field: 'name' | 'mobilenumber' | 'email') => ({
    value: values[field],
    error: faults[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  const flag = (field: 'verified' | 'isBlocked') => ({
    checked: values[field] === 'true',
    onChange: (event: { target: { checked: boolean } }) =>
      change({ [field]: event.target.checked ? 'true' : 'false' }),
  })
  const isChanged = (field: EditField) => edit.changes.some((candidate) => candidate.field === field)
  return (
    <div className="form-g">
      <Field label="Name" maxLength={100} autoComplete="off" {...text('name')} />
      <Field
        label="Mobile number"
        prefix="+91"
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
        {...text('mobilenumber')}
      />
      <Field
        className="full"
        label="Email"
        type="email"
        maxLength={254}
        autoComplete="off"
        hint={isChanged('email') ? 'Signs in with this email from now on.' : undefined}
        {...text('email')}
      />
      <Select
        label="Role"
        options={Role.options}
        value={values.role}
        disabled={!may('customers.change_role')}
        error={faults.role}
        hint={
          may('customers.change_role')
            ? isChanged('role')
              ? roleHints[values.role]
              : undefined
            : 'Only an owner changes roles.'
        }
        hintTone={may('customers.change_role') ? 'warn' : undefined}
        onChange={(event) =>
          change({ role: Role.options.find((option) => option === event.target.value) ?? values.role })
        }
      />
      {values.role === 'admin' && may('staff.manage') && (
        <Select
          label="Staff role"
          options={staffRoles.map((value) => ({ value, label: staffRoleTexts[value].name }))}
          value={values.staffRole || 'owner'}
          error={faults.staffRole}
          hint={staffRoleTexts[values.staffRole || 'owner'].does}
          onChange={(event) =>
            change({ staffRole: staffRoles.find((option) => option === event.target.value) ?? 'owner' })
          }
        />
      )}
      <div className="field">
        <span className="label">Status</span>
        <Switch label="Verified" {...flag('verified')} />
        <Switch label="Blocked" {...flag('isBlocked')} />
        {(faults.verified ?? faults.isBlocked) && (
          <p className="sm bad-text" role="alert">
            {faults.verified ?? faults.isBlocked}
          </p>
        )}
      </div>
    </div>
  )
}

const roleHints = {
  user: 'Uses store prices from now on.',
  reseller: 'Uses resell prices from now on.',
  admin: 'Staff member with the role below. If there are two owners, the other owner must approve.',
} as const
