import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { replaceCode } from '@jhatpat/shared/contracts/admin-orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import { useConfirmDiscard } from '../use-confirm-discard.tsx'
import { useSend } from '../use-send.ts'

type ReplaceCodeProps = {
  order: BoardOrder
  /** Its index among the codes of the order. */
  secret: number
  onDone: () => void
}

/** Replaces a code that the customer has not viewed, such as one that turned out to be used. */
export function ReplaceCodeButton(props: ReplaceCodeProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setIsOpen(true)}>
        Replace…
      </Button>
      {isOpen && (
        <ReplaceCodeDialog
          {...props}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false)
            props.onDone()
          }}
        />
      )}
    </>
  )
}

function ReplaceCodeDialog({ order, secret, onClose, onDone }: ReplaceCodeProps & { onClose: () => void }) {
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  // Another admin’s replacement since the dialog was opened refuses this one.
  const [revision] = useState(order.revision)
  const sending = useSend(replaceCode, { params: { id: order.orderid }, onDone })
  const isTyped = value.trim() !== '' || reason.trim() !== ''
  const leaving = useConfirmDiscard(isTyped && !sending.isSuccess, onClose)
  const isReady = value.trim() !== '' && reason.trim() !== ''
  const total = order.vault?.length ?? 1
  return (
    <FormDialog
      title={total > 1 ? `Replace code ${secret + 1} of ${total}?` : 'Replace the code?'}
      onLeave={leaving.close}
      question={leaving.question}
      error={sending.error}
      cancel="Cancel"
      action="Replace code"
      isBusy={sending.isPending}
      busyText="Encrypting…"
      button={{ variant: 'accent', disabled: !isReady }}
      onSubmit={() => {
        if (isReady && !sending.isPending)
          sending.mutate({ secret, value: value.trim(), reason: reason.trim(), revision })
      }}
      onClose={onClose}
    >
      <p className="sm t2">
        {order.customer.name} hasn’t viewed the current code and can no longer view it. An email says that a
        code is ready. The order stays Completed.
      </p>
      <Field
        label="New code"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <Field
        label="Reason (saved on the order)"
        maxLength={250}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
