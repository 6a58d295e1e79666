import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type PriceChange, previewRollBack } from '@jhatpat/shared/contracts/price-changes.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../lib/form-dialog.tsx'
import { LoadError } from '../../../lib/load-error.tsx'
import { messageOf } from '../../../lib/message-of.ts'
import { holdAction, undoMsAtom } from '../../../lib/undo/held-actions.tsx'
import { catalogueKey } from '../use-catalogue.ts'
import { messages } from './price-texts.ts'
import { SetPrices } from './set-prices.tsx'
import { pricesText } from './set-texts.ts'
import { useRollBack } from './use-price-changes.ts'

type Props = { set: Pick<PriceChange, 'id'>; onClose: () => void; onDone: () => void }

/** Previews what rolling back a price change would change now, and does it. */
export function RollBackDialog({ set: { id }, onClose, onDone }: Props) {
  const { call, store } = useServices()
  const [reason, setReason] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: [...catalogueKey, 'back', id],
    queryFn: ({ signal }) => call(previewRollBack, { params: { id }, signal }),
  })
  const rolling = useRollBack(id)
  const count = data?.prices.filter(({ result }) => result === 'applied').length ?? 0
  const [isHeld, setIsHeld] = useState(false)
  const rollBack = async () => {
    setIsHeld(store.get(undoMsAtom) > 0)
    const isConfirmed = await holdAction(store, { title: 'Prices rolled back', text: pricesText(count) })
    setIsHeld(false)
    if (!isConfirmed) return
    rolling.mutate(reason, {
      onSuccess: ({ message }) => {
        pushToast(store, { kind: 'ok', text: message })
        onDone()
      },
    })
  }
  // The undo is below the dialog: it comes back with the same reason after an undo.
  if (isHeld) return null
  return (
    <>
      {rolling.question}
      <FormDialog
        className="stack stack-4"
        title="Roll back"
        action={count === 0 ? 'Roll back' : `Roll back ${pricesText(count)}`}
        isBusy={rolling.isPending}
        busyText="Rolling back…"
        button={{ type: 'button', icon: 'undo-2', 'aria-disabled': count === 0 }}
        onSubmit={() => void rollBack()}
        onClose={onClose}
      >
        {!data && (error ? <LoadError error={error} onRetry={refetch} /> : <Skeleton height={160} />)}
        {data && (
          <>
            <p className="sm t2">
              {count === 0
                ? 'All of these prices changed since. Nothing to roll back.'
                : count === 1
                  ? '1 price returns to its previous value.'
                  : `${count} prices return to their previous values.`}
            </p>
            <SetPrices label="Changes" prices={data.prices} />
          </>
        )}
        {rolling.error && (
          <InlineMessage kind="bad" title={messages.failed} role="alert">
            {messageOf(rolling.error)}
          </InlineMessage>
        )}
        <Field
          label="Reason (optional)"
          maxLength={200}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </FormDialog>
    </>
  )
}
