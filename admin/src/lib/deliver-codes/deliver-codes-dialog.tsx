import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { deliverCodesLater } from '@jhatpat/shared/contracts/admin-orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../message-of.ts'
import { useConfirmDiscard } from '../use-confirm-discard.tsx'
import { useIdempotencyKey } from '../use-idempotency-key.ts'
import DeliverCodes, { type CodeLines } from './deliver-codes.tsx'

type DeliverCodesDialogProps = {
  order: Pick<BoardOrder, 'orderid' | 'itemname' | 'customer'>
  onClose: () => void
  onDone: () => void
}

/** Adds a code or login to a completed order that has none. */
function DeliverCodesDialog({ order, onClose, onDone }: DeliverCodesDialogProps) {
  const { call } = useServices()
  const [lines, setLines] = useState<CodeLines>()
  const idempotency = useIdempotencyKey()
  const sending = useMutation({
    mutationFn: (codeLines: NonNullable<CodeLines>) => {
      const body = { codes: codeLines }
      return call(deliverCodesLater, {
        params: { id: order.orderid },
        body,
        idempotencyKey: idempotency.keyFor(body),
      })
    },
    onSuccess: onDone,
    onError: (error) => idempotency.renewIfRefused(error),
  })
  const { close, question } = useConfirmDiscard(lines !== undefined && !sending.isSuccess, onClose)
  return (
    <Dialog open onClose={close} title={`Hand over ${order.itemname}`}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (lines && !sending.isPending) sending.mutate(lines)
        }}
      >
        <p className="sm t2">
          {order.customer.name} reads it on the order’s page, and gets a mail that it is there.
        </p>
        <DeliverCodes isRequired onChange={setLines} />
        {sending.error && <InlineMessage kind="bad" title={messageOf(sending.error)} role="alert" />}
        {question}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" variant="ok" disabled={!lines} busy={sending.isPending} busyText="Sealing">
            Hand over
          </Button>
        </div>
      </form>
    </Dialog>
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
        Hand over a code or login…
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
