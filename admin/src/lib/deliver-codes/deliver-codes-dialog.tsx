import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { deliverCodesLater } from '@jhatpat/shared/contracts/admin-orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import { useConfirmDiscard } from '../use-confirm-discard.tsx'
import { useSend } from '../use-send.ts'
import DeliverCodes, { type CodeLines } from './deliver-codes.tsx'

type DeliverCodesDialogProps = {
  order: Pick<BoardOrder, 'orderid' | 'itemname' | 'customer'>
  onClose: () => void
  onDone: () => void
}

/** Adds a code or login to a completed order that has none. */
function DeliverCodesDialog({ order, onClose, onDone }: DeliverCodesDialogProps) {
  const [lines, setLines] = useState<CodeLines>()
  const [reason, setReason] = useState('')
  const sending = useSend(deliverCodesLater, { params: { id: order.orderid }, onDone })
  const leaving = useConfirmDiscard(lines !== undefined && !sending.isSuccess, onClose)
  return (
    <FormDialog
      title={`Deliver ${order.itemname}`}
      onLeave={leaving.close}
      question={leaving.question}
      error={sending.error}
      cancel="Cancel"
      action="Deliver"
      isBusy={sending.isPending}
      busyText="Encrypting…"
      button={{ variant: 'ok', disabled: !lines }}
      onSubmit={() => {
        const why = reason.trim()
        if (lines && !sending.isPending) sending.mutate({ codes: lines, ...(why && { reason: why }) })
      }}
      onClose={onClose}
    >
      <p className="sm t2">{order.customer.name} can view it on the order page and gets an email.</p>
      <DeliverCodes required={1} onChange={setLines} />
      <Field
        small
        label="Reason (saved on the order)"
        hint="Optional. Not shown to the customer."
        maxLength={250}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}

type DeliverCodesSectionProps = { order: BoardOrder; onDone: () => void }

/** Offers to deliver a code or login for a completed order of ours that has none. */
export function DeliverCodesSection({ order, onDone }: DeliverCodesSectionProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (order.status !== 'Completed' || order.delivery !== 'manual' || order.vault?.length) return null
  return (
    <div>
      <Button size="sm" icon="plus" onClick={() => setIsOpen(true)}>
        Deliver code…
      </Button>
      {isOpen && (
        <DeliverCodesDialog
          order={order}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false)
            onDone()
          }}
        />
      )}
    </div>
  )
}
