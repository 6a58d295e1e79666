import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { Suspense } from 'react'

const LateOffer = lazyComponent(() => import('./late-offer.tsx'))

/** What is offered once the promised time is over; its script comes only then. */
export function LateOfferSlot({ order }: { order: Order }) {
  const now = useNow(5_000)
  const { lateOffer: offer, promisedBy } = order
  if (!offer || !promisedBy || Date.parse(promisedBy) > now) return null
  return (
    <>
      <div className="offer">
        <LoadBoundary>
          <Suspense fallback={<Skeleton height={180} />}>
            <LateOffer order={order} offer={offer} />
          </Suspense>
        </LoadBoundary>
      </div>
      <TearLine />
    </>
  )
}
