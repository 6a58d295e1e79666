import { NetworkError } from '@jhatpat/shared/contracts/http/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from './message-of.ts'

type Props = {
  title: string
  /** On the button. */
  deed: string
  /** Whether it asks for a reason that it cannot do without; else for one that may be left out. */
  needsReason?: boolean
  error: unknown
  isBusy: boolean
  onDo: (reason: string) => void
  onClose: () => void
  /** What happens, in a sentence. */
  children: ReactNode
}

/** Something that is done to somebody, confirmed, with a reason for the audit log. */
export function ReasonDialog(props: Props) {
  const { title, deed, needsReason = false, error, isBusy, onDo, onClose, children } = props
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const isMissing = needsReason && reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isMissing && !isBusy) onDo(reason.trim())
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="stack" noValidate onSubmit={submit}>
        <div>{children}</div>
        <Field
          label={needsReason ? 'Reason, needed for the audit log' : 'Reason, kept in the audit log'}
          maxLength={300}
          value={reason}
          error={tried && isMissing ? 'Say why, in a few words.' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {error !== null && error !== undefined && (
          <Note kind="bad" title={messageOf(error)} role="alert">
            {/* What is refused is refused again; of what got no answer, each of these deeds is the same when done twice. */}
            {error instanceof NetworkError && 'No answer came. Doing it again is safe.'}
          </Note>
        )}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="bad" busy={isBusy} busyText="Sending">
            {deed}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
