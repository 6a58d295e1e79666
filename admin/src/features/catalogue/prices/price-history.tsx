import type { PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useState } from 'react'
import { usePermission } from '../../../lib/me.ts'
import { FloorsDialog } from './floors-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { appliedCount, pricesText } from './set-texts.ts'

/** Opens the minimum margins; only for roles that may change prices. */
export function PriceFloorsButton() {
  const [isOpen, setIsOpen] = useState(false)
  if (!usePermission()('catalogue.prices')) return null
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Margin floors
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
        History
      </Button>
      {open === 'list' && <HistoryDialog onClose={close} onRollBack={setOpen} />}
      {open && open !== 'list' && (
        <RollBackDialog set={open} onClose={() => setOpen('list')} onDone={() => setOpen('list')} />
      )}
    </>
  )
}

/** The change applied just now, with an undo button. */
export function AppliedNote({ set, onDone }: { set: PriceChange; onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <InlineMessage kind="ok" className="lead" title={`${pricesText(appliedCount(set))} changed`}>
        <span className="row wrap">
          <span className="grow">
            At <TimeText at={set.endedAt ?? set.applyAt} as="clock" />. Who has the old price on the screen is
            shown the new one before they pay.
          </span>
          <Button size="sm" icon="undo-2" onClick={() => setIsOpen(true)}>
            Roll back
          </Button>
        </span>
      </InlineMessage>
      {isOpen && <RollBackDialog set={set} onClose={() => setIsOpen(false)} onDone={onDone} />}
    </>
  )
}
