import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { Suspense } from 'react'

const TicketTalk = lazyComponent(() => import('./ticket-messages.tsx'))

/** Its script comes only to orders that were reported. */
export function TicketMessagesSlot({ order }: { order: Order }) {
  const { ticket } = order
  if (!ticket || (!ticket.replies && !ticket.messages?.length)) return null
  return (
    <LoadBoundary>
      <Suspense fallback={<Skeleton height={44 + 76 * (ticket.messages?.length ?? 0)} />}>
        <TicketTalk order={order} ticket={ticket} />
      </Suspense>
    </LoadBoundary>
  )
}
