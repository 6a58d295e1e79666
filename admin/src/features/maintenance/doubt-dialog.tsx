import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { closeDoubt, type PaymentDoubt } from '@jhatpat/shared/contracts/payments.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'
import { doubtTitle } from './doubt-texts.ts'
import { doubtsKey } from './doubts-key.ts'

type Answer = 'not_money' | 'credit'

/** Asks what a doubt about a payment was, with a reason; the held money moves only by this answer. */
export function DoubtDialog({ doubt, onClose }: { doubt: PaymentDoubt; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const close = useClose(doubt, onClose)
  const held = formatRupees(doubt.held)
  const isShort = reason.trim().length < 3
  const answer = (one: Answer) => close.mutate({ answer: one, reason: reason.trim() })
  const busy = (one: Answer) => close.isPending && close.variables.answer === one
  return (
    <Dialog open onClose={onClose} title={`${doubtTitle(doubt)}: ${groupId(doubt.client_txn_id)}`}>
      <div className="stack">
        <p className="sm t2">
          First ask the gateway or the bank what its id {doubt.gatewayId} is. Credited money is{' '}
          {doubt.customer}’s at once and cannot be taken back here.
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
            busy={busy('not_money')}
            busyText="Saving"
            onClick={() => answer('not_money')}
          >
            No money: post nothing
          </Button>
          {doubt.held > 0 && (
            <Button
              variant="accent"
              disabled={isShort || close.isPending}
              busy={busy('credit')}
              busyText="Saving"
              onClick={() => answer('credit')}
            >
              Credit {held} to the wallet
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function useClose({ id }: PaymentDoubt, onDone: () => void) {
  const { call } = useServices()
  const queries = useQueryClient()
  const idempotency = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: { answer: Answer; reason: string }) =>
      call(closeDoubt, { params: { id }, body, idempotencyKey: idempotency.keyFor(body) }),
    onSuccess: onDone,
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => queries.invalidateQueries({ queryKey: doubtsKey }),
  })
}
