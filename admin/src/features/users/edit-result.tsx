import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { fieldNames } from './edit-form.ts'
import type { EditOutcome } from './use-user-edit.ts'
import { brokenEdit, refusedEdit } from './user-texts.ts'

/** What came of saving: the specification's words, and what to do now. */
export function EditResult({ outcome }: { outcome: EditOutcome }) {
  switch (outcome.kind) {
    case 'none':
      return null
    case 'saved':
      return (
        <Note kind="ok" title={outcome.message} role="status">
          This window closes in 2 seconds.
        </Note>
      )
    case 'waiting':
      return (
        <Note kind="warn" icon="user-check" title={outcome.message} role="status">
          <span>
            It waits under <AppLink href="/approvals">Approvals</AppLink> for seven days.
          </span>
        </Note>
      )
    case 'refused':
      return (
        <Note kind="bad" title={refusedEdit} role="alert">
          {outcome.message} Nothing was changed.
        </Note>
      )
    case 'broken':
      return (
        <Note kind="bad" icon="wifi-off" title={brokenEdit} role="alert">
          What you typed is still here. Saving again is safe: nothing is done twice.
        </Note>
      )
    case 'overtaken':
      return <Overtaken {...outcome} />
    default:
      return outcome satisfies never
  }
}

function Overtaken({ theirs, by }: Extract<EditOutcome, { kind: 'overtaken' }>) {
  const who = by.length > 0 ? by.join(' and ') : 'Somebody'
  const what = theirs.map(({ field, from, to }) => `${fieldNames[field]}: ${from} → ${to}`).join(', ')
  return (
    <Note kind="bad" title={refusedEdit} role="alert">
      {`${who} changed this account meanwhile${what ? ` (${what})` : ''}. That is in the form now, and so is what you typed. Nothing was saved: look at it and save again.`}
    </Note>
  )
}
