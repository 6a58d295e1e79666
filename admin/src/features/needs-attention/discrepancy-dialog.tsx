import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { type PaymentDiscrepancy, resolveDiscrepancy } from '@jhatpat/shared/contracts/payments.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'
import { discrepanciesKey } from './discrepancies-key.ts'
import { discrepancyTitle } from './discrepancy-texts.ts'

type Answer = 'dismiss' | 'credit'

/**
 * Asks what a payment discrepancy was, and the reason; the money in review is posted only by this
 * resolution.
 */
export function DiscrepancyDialog({
  discrepancy,
  onClose,
}: {
  discrepancy: PaymentDiscrepancy
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const close = useClose(discrepancy, onClose)
  const inReview = formatRupees(discrepancy.inReview)
  const isShort = reason.trim().length < 3
  const answer = (choice: Answer) => close.mutate({ answer: choice, reason: reason.trim() })
  const busy = (choice: Answer) => close.isPending && close.variables.answer === choice
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${discrepancyTitle(discrepancy)}: ${groupId(discrepancy.client_txn_id)}`}
    >
      <div className="stack">
        <p className="sm t2">
          First ask the gateway or the bank what its id {discrepancy.gatewayId} is. Credited money is{' '}
          {discrepancy.customer}’s at once and cannot be taken back here.
        </p>
        <Field
          label="Reason, kept with the payment"
          hint="At least three letters."
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {close.error && <InlineMessage kind="bad" title={messageOf(close.error)} role="alert" />}
        <div className="row row-end wrap">
          <Button
            variant="line"
            disabled={isShort || close.isPending}
            busy={busy('dismiss')}
            busyText="Saving"
            onClick={() => answer('dismiss')}
          >
            No money: post nothing
          </Button>
          {discrepancy.inReview > 0 && (
            <Button
              variant="accent"
              disabled={isShort || close.isPending}
              busy={busy('credit')}
              busyText="Saving"
              onClick={() => answer('credit')}
            >
              Credit {inReview} to the wallet
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function useClose({ id }: PaymentDiscrepancy, onDone: () => void) {
  const { call } = useServices()
  const queries = useQueryClient()
  const idempotency = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: { answer: Answer; reason: string }) =>
      call(resolveDiscrepancy, { params: { id }, body, idempotencyKey: idempotency.keyFor(body) }),
    onSuccess: onDone,
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => queries.invalidateQueries({ queryKey: discrepanciesKey }),
  })
}
