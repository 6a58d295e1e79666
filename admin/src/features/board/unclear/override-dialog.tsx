import type { UnclearBatch, UnclearPurchase } from '@jhatpat/shared/contracts/unclear-batches.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../lib/message-of.ts'
import { pointsNumber } from '../../../lib/points.ts'
import { type Answer, useSettle } from './use-unclear.ts'

type Props = { batch: UnclearBatch; purchase: UnclearPurchase; answer: Answer; onClose: () => void }

const answerTexts = {
  delivered: 'delivered',
  refund: 'not delivered, and refund it',
  retry_unit: 'not delivered, and send it again',
}

/**
 * An owner answers against the balance readings. Needs a reason, and is recorded as a conflict to
 * investigate.
 */
export default function OverrideDialog({ batch, purchase, answer, onClose }: Props) {
  const [reason, setReason] = useState('')
  const settling = useSettle(batch)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '' || settling.isPending) return
    const answers = new Map([[purchase.key, answer]])
    settling.mutate({ answers, reason: reason.trim(), override: true }, { onSuccess: onClose })
  }
  return (
    <Dialog open onClose={onClose} title="Override the evidence">
      <form className="stack stack-4" onSubmit={submit}>
        <p className="sm t2">{`${purchase.item} for ${purchase.customer}: ${answerTexts[answer]}`}</p>
        <InlineMessage kind="bad" title="No explanation allows this answer">
          {`${pointsNumber(batch.left ?? 0)} coins are to be explained, and no set of the purchases adds up to them with it. It is kept as a conflict with your name.`}
        </InlineMessage>
        <TextArea
          label="Reason, kept in the order’s past"
          required
          maxLength={300}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {settling.error && <InlineMessage kind="bad" title={messageOf(settling.error)} role="alert" />}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            variant="bad"
            aria-disabled={reason.trim() === ''}
            busy={settling.isPending}
            busyText="Settling"
          >
            Override as owner
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
