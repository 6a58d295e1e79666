import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { useState } from 'react'
import { DeliverCodesDialog } from './deliver-codes-dialog.tsx'

type DeliverCodesSectionProps = { order: BoardOrder; onDone: () => void }

/** Offers to hand over a code or login, for a Completed order of ours that has none. */
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
