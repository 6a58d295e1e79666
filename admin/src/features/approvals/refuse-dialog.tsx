import type { AdminRequest } from '@jhatpat/shared/contracts/admin-requests.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { type FormEvent, useState } from 'react'
import { actionText } from './request-texts.ts'
import type { useAnswer } from './use-answer.ts'

type RefuseDialogProps = { request: AdminRequest; answer: ReturnType<typeof useAnswer>; onClose: () => void }

/** Asks why a request is refused. It leaves the list with the answer, and this window with it. */
export function RefuseDialog({ request, answer, onClose }: RefuseDialogProps) {
  const [reason, setReason] = useState('')
  const isEmpty = reason.trim() === ''
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) answer.send('refuse', reason.trim())
  }
  return (
    <Dialog open onClose={onClose} title={`Refuse ${request.askedBy.name}’s request`}>
      <form className="stack" onSubmit={onSubmit}>
        <p className="sm t2">{actionText(request)}</p>
        <TextArea
          label={`Reason, ${request.askedBy.name} sees it`}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {answer.error && <InlineMessage kind="bad" title={answer.error} role="alert" />}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            variant="bad"
            disabled={isEmpty}
            busy={answer.isSending('refuse')}
            busyText="Sending"
          >
            Refuse
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
