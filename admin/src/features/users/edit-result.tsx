import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { fieldNames } from './edit-form.ts'
import type { EditOutcome } from './use-user-edit.ts'
import { brokenEdit, refusedEdit } from './user-texts.ts'

/** The result of a save: the specification's text, and what to do next. */
export function EditResult({ outcome }: { outcome: EditOutcome }) {
  switch (outcome.kind) {
    case 'none':
      return null
    case 'saved':
      return (
        <InlineMessage kind="ok" title={outcome.message} role="status">
          This window closes in 2 seconds.
        </InlineMessage>
      )
    case 'pending':
      return (
        <InlineMessage kind="warn" icon="user-check" title={outcome.message} role="status">
          <span>
            It waits under <AppLink href="/approvals">Approvals</AppLink> for seven days.
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
          What you typed is still here. Saving again is safe: nothing is done twice.
        </InlineMessage>
      )
    case 'overtaken':
      return <Overtaken {...outcome} />
    default:
      return outcome satisfies never
  }
}

function Overtaken({ serverChanges, by }: Extract<EditOutcome, { kind: 'overtaken' }>) {
  const actors = by.length > 0 ? by.join(' and ') : 'Somebody'
  const changes = serverChanges
    .map(({ field, from, to }) => `${fieldNames[field]}: ${from} → ${to}`)
    .join(', ')
  return (
    <InlineMessage kind="bad" title={refusedEdit} role="alert">
      {`${actors} changed this account meanwhile${changes ? ` (${changes})` : ''}. That is in the form now, and so is what you typed. Nothing was saved: look at it and save again.`}
    </InlineMessage>
  )
}
