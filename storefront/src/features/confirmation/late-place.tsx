import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { Torn } from '@jhatpat/shared/ui/slip.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { Suspense } from 'react'

const LateOffer = lazily(() => import('./late-offer.tsx'))

/** What is offered once the promised time is over; its script comes only then. */
export function LatePlace({ order }: { order: Order }) {
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
      <Torn />
    </>
  )
}
