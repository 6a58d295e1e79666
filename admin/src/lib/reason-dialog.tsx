import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from './message-of.ts'

type Props = {
  title: string
  /** On the button. */
  action: string
  /** Whether it asks for a reason that it cannot do without; else for one that may be left out. */
  needsReason?: boolean
  error: unknown
  isBusy: boolean
  onDo: (reason: string) => void
  onClose: () => void
  /** What somebody else changed of the user meanwhile, where that is known. */
  overtaken?: string
  /** What happens, in a sentence. */
  children: ReactNode
}

/** Something that is done to somebody, confirmed, with a reason for the audit log. */
export function ReasonDialog(props: Props) {
  const { title, action, needsReason = false, error, isBusy, onDo, onClose, overtaken = '', children } = props
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  /** What the window is about is no longer so: doing it again would be refused again. */
  const isOver = error instanceof ApiError && error.code === 'user_changed'
  const isMissing = needsReason && reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isMissing && !isBusy && !isOver) onDo(reason.trim())
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
          <InlineMessage kind="bad" title={messageOf(error)} role="alert">
            {isOver && `${overtaken} Close this window and look again.`.trim()}
            {/* What is refused is refused again; of what got no answer, each of these deeds is the same when done twice. */}
            {error instanceof NetworkError && 'No answer came. Doing it again is safe.'}
          </InlineMessage>
        )}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
          {!isOver && (
            <Button type="submit" variant="bad" busy={isBusy} busyText="Sending">
              {action}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
