import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useState } from 'react'
import { usePermission } from '../../../lib/me.ts'
import { messageOf } from '../../../lib/message-of.ts'
import { holdAction } from '../../../lib/undo/held-actions.tsx'
import { FloorsDialog } from './floors-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { messages } from './price-texts.ts'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { appliedCount, pricesText } from './set-texts.ts'
import { useRollBack } from './use-price-changes.ts'

/** Opens the minimum margins; only for roles that may change prices. */
export function PriceFloorsButton() {
  const [isOpen, setIsOpen] = useState(false)
  if (!usePermission()('catalogue.prices')) return null
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Minimum margins
      </Button>
      {isOpen && <FloorsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Opens the scheduled and applied price changes. */
export function PriceHistory() {
  const [open, setOpen] = useState<'list' | PriceChange>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button icon="clock" onClick={() => setOpen('list')}>
        Price history
      </Button>
      {open === 'list' && <HistoryDialog onClose={close} onRollBack={setOpen} />}
      {open && open !== 'list' && (
        <RollBackDialog set={open} onClose={() => setOpen('list')} onDone={() => setOpen('list')} />
      )}
    </>
  )
}

/**
 * The change applied just now, in the place of the button that applied it, so that no row moves. Like that
 * button, rolling back can be undone for five seconds.
 */
export function AppliedDock({ set, onDone }: { set: PriceChange; onDone: () => void }) {
  const { store } = useServices()
  const rolling = useRollBack(set.id)
  const rollBack = async () => {
    const held = { title: 'Prices rolled back', text: pricesText(appliedCount(set)) }
    if (!(await holdAction(store, held))) return
    rolling.mutate('', {
      onSuccess: ({ message }) => {
        pushToast(store, { kind: 'ok', text: message })
        onDone()
      },
      onError: (error) => pushToast(store, { kind: 'bad', title: messages.failed, text: messageOf(error) }),
    })
  }
  return (
    <section className="sheet-dock" aria-label="Prices changed">
      <p className="grow sm" role="status">
        <b>{`${pricesText(appliedCount(set))} changed at `}</b>
        <TimeText at={set.endedAt ?? set.applyAt} as="clock" />
        <br />
        <span className="t2">Customers with the old price see the new one before they pay.</span>
      </p>
      {rolling.question}
      <Button icon="undo-2" busy={rolling.isPending} busyText="Rolling back…" onClick={() => void rollBack()}>
        Roll back
      </Button>
      <Button variant="quiet" onClick={onDone}>
        Close
      </Button>
    </section>
  )
}
