import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { rupeesOf } from './board-texts.ts'
import type { MoveTo } from './offered-moves.ts'

type BulkBarProps = {
  orders: readonly BoardOrder[]
  onClear: () => void
  onMove: (to: MoveTo) => void
}

/**
 * Floats over the end of the rows while some are selected. Each action ends in "…" because a
 * preview follows.
 */
export default function BulkBar({ orders, onClear, onMove }: BulkBarProps) {
  return (
    <section className="bulk" aria-label="Selected orders">
      <span role="status">
        <b>{orders.length} selected</b> <span className="t2 num">{rupeesOf(orders)}</span>
      </span>
      <span className="row wrap">
        <Button size="sm" variant="quiet" onClick={onClear}>
          Clear
        </Button>
        <Button size="sm" variant="bad" onClick={() => onMove('Cancelled')}>
          Cancelled…
        </Button>
        <Button size="sm" onClick={() => onMove('Refunded')}>
          Refunded…
        </Button>
        <Button size="sm" variant="ok" onClick={() => onMove('Completed')}>
          Completed…
        </Button>
      </span>
    </section>
  )
}
