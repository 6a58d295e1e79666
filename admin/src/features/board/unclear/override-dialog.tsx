import type { UnclearBatch, UnclearPurchase } from '@jhatpat/shared/contracts/unclear-batches.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { pointsNumber } from '../../../lib/points.ts'
import { ReasonDialog } from '../../../lib/reason-dialog.tsx'
import { type Answer, useSettle } from './use-unclear.ts'

type Props = { batch: UnclearBatch; purchase: UnclearPurchase; answer: Answer; onClose: () => void }

const answerTexts = {
  delivered: 'delivered',
  refund: 'not delivered, refund it',
  retry_unit: 'not delivered, resend it',
}

/**
 * An owner answers against the balance readings. Needs a reason, and is recorded as a conflict to
 * investigate.
 */
export default function OverrideDialog({ batch, purchase, answer, onClose }: Props) {
  const settling = useSettle(batch)
  const override = (reason: string) =>
    settling.mutate(
      { answers: new Map([[purchase.key, answer]]), reason, override: true },
      { onSuccess: onClose },
    )
  return (
    <ReasonDialog
      className="stack stack-4"
      title="Override the evidence"
      label="Reason (saved on the order)"
      isLong
      minLength={1}
      error={settling.error}
      cancel="Cancel"
      actions={[
        {
          label: 'Override as owner',
          variant: 'bad',
          isBusy: settling.isPending,
          busyText: 'Settling…',
          isByEnter: true,
          onDo: override,
        },
      ]}
      onClose={onClose}
    >
      <p className="sm t2">{`${purchase.item} for ${purchase.customer}: ${answerTexts[answer]}`}</p>
      <InlineMessage kind="bad" title="No explanation fits this decision">
        {`${pointsNumber(batch.left ?? 0)} coins are unexplained, and no set of the purchases adds up to them with this decision. It’s recorded as a supplier conflict with your name.`}
      </InlineMessage>
    </ReasonDialog>
  )
}
