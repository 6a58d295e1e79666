import { useServices } from '@jhatpat/shared/browser/services.tsx'
import {
  resolveSupplierConflicts,
  type SupplierConflict,
} from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'
import {
  supplierConflictAdvice,
  supplierConflictsKey,
  supplierConflictTitle,
} from './supplier-conflict-texts.ts'

type Props = { conflict: SupplierConflict; expectedCount: number; onClose: () => void }

/** Asks how a supplier's late, conflicting answer was resolved. */
export function SupplierConflictDialog({ conflict, expectedCount, onClose }: Props) {
  const [reason, setReason] = useState('')
  const idempotency = useIdempotencyKey()
  const { call } = useServices()
  const queries = useQueryClient()
  const { orderid } = conflict
  const close = useMutation({
    mutationFn: () => {
      const body = { expectedCount, reason: reason.trim() }
      return call(resolveSupplierConflicts, {
        params: { id: orderid },
        body,
        idempotencyKey: idempotency.keyFor(body),
      })
    },
    onSuccess: onClose,
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => queries.invalidateQueries({ queryKey: supplierConflictsKey }),
  })
  return (
    <Dialog open onClose={onClose} title={`${supplierConflictTitle(conflict)}: ${groupId(orderid)}`}>
      <div className="stack">
        <p className="sm t2">{supplierConflictAdvice(conflict)}</p>
        <Field
          label="What was done, kept with the order"
          hint="At least three letters."
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {close.error && <InlineMessage kind="bad" title={messageOf(close.error)} role="alert" />}
        <div className="row row-end wrap">
          <Button
            variant="accent"
            disabled={reason.trim().length < 3 || close.isPending}
            busy={close.isPending}
            busyText="Saving"
            onClick={() => close.mutate()}
          >
            Close it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
