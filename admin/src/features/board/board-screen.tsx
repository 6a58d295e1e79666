import './board.css'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { useState } from 'react'
import { LoadError } from '../../lib/load-error.tsx'
import { PageBar } from '../../lib/page-bar.tsx'
import { usePendingOrders } from '../../lib/pending-orders.ts'
import { Board } from './board.tsx'
import { BoardControls } from './board-controls.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'

const KeysDialog = lazyComponent(() => import('./keys-dialog.tsx'))

/** Pending Orders: every order that is Processing, live, the most urgent first. */
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
