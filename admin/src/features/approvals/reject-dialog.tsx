import type { ApprovalRequest } from '@jhatpat/shared/contracts/approval-requests.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { type FormEvent, useState } from 'react'
import { actionText } from './request-texts.ts'
import type { useDecision } from './use-decision.ts'

type RejectDialogProps = {
  request: ApprovalRequest
  decision: ReturnType<typeof useDecision>
  onClose: () => void
}

/** Asks for the reason of a rejection. Closes when the decided request leaves the list. */
export function RejectDialog({ request, decision, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState('')
  const isEmpty = reason.trim() === ''
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) decision.send('reject', reason.trim())
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
        {decision.error && <InlineMessage kind="bad" title={decision.error} role="alert" />}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            variant="bad"
            disabled={isEmpty}
            busy={decision.isSending('reject')}
            busyText="Sending"
          >
            Refuse
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
