import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from './message-of.ts'

type Props = {
  title: string
  /** Label of the button. */
  action: string
  /** Whether the reason is required. */
  needsReason?: boolean
  error: unknown
  isBusy: boolean
  onDo: (reason: string) => void
  onClose: () => void
  /** What another admin has changed of the user in the meantime, where that is known. */
  overtaken?: string
  /** The consequence, in a sentence. */
  children: ReactNode
}

/** Confirms an action on a user, with a reason for the audit log. */
export function ReasonDialog(props: Props) {
  const { title, action, needsReason = false, error, isBusy, onDo, onClose, overtaken = '', children } = props
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  /** The user has changed since the dialog was opened: another attempt would be refused again. */
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
            {/* A refused action would be refused again. Without a reply, each of these actions can safely be repeated. */}
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
