import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { dayText } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { type FormEvent, useEffect, useEffectEvent } from 'react'
import { useConfirmDiscard } from '../../lib/use-confirm-discard.tsx'
import { EditFields } from './edit-fields.tsx'
import { type FieldChange, fieldNames, revokesSessions } from './edit-form.ts'
import { EditResult } from './edit-result.tsx'
import { useUserEdit } from './use-user-edit.ts'
import { savedMs } from './user-texts.ts'

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
  const { close: leave, question } = useConfirmDiscard(
    !isOver && (changes.length > 0 || edit.reason !== ''),
    onClose,
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOver) edit.save()
  }
  return (
    <>
      <Dialog open onClose={leave} title="Edit user" kind="wide">
        <form className="stack" noValidate onSubmit={onSubmit}>
          <p className="sm t2">
            {seen.userid} · {seen.role === 'user' ? 'customer' : seen.role} since {dayText(seen.createdAt)}
          </p>
          <EditResult outcome={outcome} />
          <fieldset className="stack bare" disabled={isSaving || isOver}>
            <EditFields edit={edit} />
            {changes.length > 0 && <Changes changes={changes} />}
            <Field
              label="Why, kept in the audit log"
              maxLength={300}
              value={edit.reason}
              onChange={(event) => edit.setReason(event.target.value)}
            />
          </fieldset>
          {revokesSessions(changes) && !isOver && (
            <Hint icon="log-out">{`${seen.name} is signed out on every device at once.`}</Hint>
          )}
          {question}
          <div className="row row-end wrap">
            <Button variant="quiet" onClick={onClose}>
              {isOver ? 'Close' : 'Cancel'}
            </Button>
            {!isOver && (
              <Button
                type="submit"
                variant="accent"
                busy={isSaving}
                busyText="Saving"
                aria-disabled={changes.length === 0}
              >
                {saveText(changes.length)}
              </Button>
            )}
          </div>
        </form>
      </Dialog>
      {edit.question}
    </>
  )
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <section className="inset" aria-label="What changes">
      <h3 className="label">What changes</h3>
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
export function PreviousValue({ from, to }: { from: string; to: string }) {
  return (
    <span className="was">
      <del>{from}</del> <span aria-hidden="true">→</span> <ins>{to}</ins>
    </span>
  )
}

function saveText(count: number): string {
  if (count === 0) return 'Nothing changed yet'
  return count === 1 ? 'Save 1 change' : `Save ${count} changes`
}
