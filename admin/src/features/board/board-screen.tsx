import './board.css'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { useState } from 'react'
import { LoadError } from '../../lib/load-error.tsx'
import { PageBar } from '../../lib/page-bar.tsx'
import { usePendingOrders } from '../../lib/pending-orders.ts'
import { Board } from './board.tsx'
import { BoardControls } from './board-controls.tsx'

const KeysDialog = lazyComponent(() => import('./keys-dialog.tsx'))

/** Pending Orders: all orders in Processing, live, most urgent first. */
export default function BoardScreen() {
  const orders = usePendingOrders()
  const [helpOpen, setHelpOpen] = useState(false)
  return (
    <>
      <PageBar title="Pending Orders">
        <BoardControls onHelp={() => setHelpOpen(true)} />
      </PageBar>
      {orders.data ? (
        <Board onHelp={() => setHelpOpen(true)} />
      ) : orders.error ? (
        <LoadError error={orders.error} onRetry={orders.refetch} />
      ) : (
        <BoardSkeleton />
      )}
      {helpOpen && (
        <Optional>
          <KeysDialog onClose={() => setHelpOpen(false)} />
        </Optional>
      )}
    </>
  )
}

/** The board's skeleton while its rows load. */
export function BoardSkeleton() {
  return (
    <div className="stack boxes" aria-busy="true">
      <p className="t3 sm" role="status">
        Loading...
      </p>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={64} />
      ))}
    </div>
  )
}
