import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useState } from 'react'
import { FormDialog } from '../../../lib/form-dialog.tsx'
import { usePermission } from '../../../lib/me.ts'
import { messages } from './price-texts.ts'
import { SetPrices } from './set-prices.tsx'
import {
  appliedText,
  awaitingOwnerCount,
  pendingCount,
  pendingPricesReason,
  pricesText,
} from './set-texts.ts'
import { useDecidePending, usePendingChanges } from './use-price-changes.ts'

/** Scheduled prices that wait for approval, above the sheet, until an owner decides. */
export function PendingPrices() {
  const { data = [] } = usePendingChanges()
  const [open, setOpen] = useState<PriceChange>()
  const may = usePermission()
  return (
    <>
      {data.map((set) => (
        <InlineMessage
          key={set.id}
          kind="warn"
          className="lead"
          title={`${pricesText(pendingCount(set))} for review: ${pendingPricesReason(set)}`}
        >
          <span className="row wrap">
            <span className="grow">
              <Story set={set} />
            </span>
            {may(awaitingOwnerCount(set) > 0 ? 'staff.manage' : 'catalogue.prices') && (
              <Button size="sm" onClick={() => setOpen(set)}>
                Decide…
              </Button>
            )}
          </span>
        </InlineMessage>
      ))}
      {open && <PendingPricesDialog set={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Story({ set }: { set: PriceChange }) {
  const isOne = pendingCount(set) === 1
  return awaitingOwnerCount(set) > 0 ? (
    <>
      {`${set.by} set ${isOne ? 'it' : 'them'}, `}
      <TimeText at={set.createdAt} as="ago" />: below cost, or over 20% less in 24 hours.{' '}
      {isOne ? 'The current one stays.' : 'The current ones stay.'}
    </>
  ) : (
    <>
      {`Scheduled by ${set.by} for `}
      <TimeText at={set.applyAt} />. Below the minimum margin, so current prices stay.
    </>
  )
}

/** Shows the pending prices, and applies or rejects them. */
function PendingPricesDialog({ set, onClose }: { set: PriceChange; onClose: () => void }) {
  const { store } = useServices()
  const answering = useDecidePending(set.id)
  const pending = set.prices.filter(({ result }) => result === 'pending')
  const answer = (apply: boolean) =>
    answering.mutate(apply, {
      onSuccess: ({ message, set: made }) => {
        pushToast(store, apply ? appliedText(made) : { kind: 'ok', text: message })
        onClose()
      },
    })
  return (
    <>
      {answering.question}
      <FormDialog
        className="stack stack-4"
        title="Prices for review"
        error={answering.error}
        failed={messages.failed}
        cancel="Cancel"
        before={
          <Button aria-disabled={answering.isPending} onClick={() => answer(false)}>
            Keep current prices
          </Button>
        }
        action="Apply new prices"
        isBusy={answering.isPending}
        onSubmit={() => answer(true)}
        onClose={onClose}
      >
        <p className="sm t2">Waiting for a decision. Applying can be rolled back.</p>
        <SetPrices label="Prices for review" prices={pending} />
      </FormDialog>
    </>
  )
}
