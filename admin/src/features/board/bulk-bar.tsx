import '../../lib/undo/undo-bar.css'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { useAtomValue } from 'jotai'
import { keysOnAtom } from '../../lib/alerts.ts'
import { rupeesOf } from './board-texts.ts'
import type { TransitionTarget } from './transition-targets.ts'

type BulkBarProps = {
  orders: readonly BoardOrder[]
  onClear: () => void
  onTransition: (to: TransitionTarget) => void
}

/**
 * Floats over the end of the rows while some are selected. Each action ends in "…" because a
 * preview follows.
 */
export default function BulkBar({ orders, onClear, onTransition }: BulkBarProps) {
  return (
    <section className="bulk" aria-label="Selected orders">
      <span role="status">
        <b>{orders.length} selected</b> <span className="t2 num">{rupeesOf(orders)}</span>
      </span>
      <span className="row wrap">
        <Button size="sm" variant="quiet" onClick={onClear}>
          Clear
          <Key of="Esc" />
        </Button>
        <Button size="sm" variant="bad" onClick={() => onTransition('Cancelled')}>
          Cancel…
          <Key of="X" />
        </Button>
        <Button size="sm" onClick={() => onTransition('Refunded')}>
          Refund…
          <Key of="R" />
        </Button>
        <Button size="sm" variant="ok" onClick={() => onTransition('Completed')}>
          Mark completed…
          <Key of="D" />
        </Button>
      </span>
    </section>
  )
}

function Key({ of: key }: { of: string }) {
  return useAtomValue(keysOnAtom) ? (
    <span aria-hidden="true" className="hide-t">
      <kbd>{key}</kbd>
    </span>
  ) : null
}
