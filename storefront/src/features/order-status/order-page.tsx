import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { VaultView } from '@jhatpat/shared/contracts/vault.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { ReceiptCard, TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { Timeline } from '@jhatpat/shared/ui/timeline.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { Suspense, useState } from 'react'
import { DelayStrip } from '../../lib/delays/delay-slot.ts'
import { ContactOptions } from './contact-options.tsx'
import { NotReceived } from './not-received.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderAside } from './order-aside.tsx'
import { OrderHead } from './order-head.tsx'
import { orderSteps } from './order-steps.ts'
import { SecondDelivery } from './redelivery-note.tsx'

const OrderVault = lazyComponent(() => import('./vault/order-vault.tsx'))

type OrderPageProps = { order: Order; checkedAt: number }

export default function OrderPage({ order, checkedAt }: OrderPageProps) {
  const isOnHold = order.state?.waitingFor === 'on_hold'
  // The strip's room is reserved from the start, and stays while the order proceeds: nothing below it moves.
  const [wasOnHold] = useState(isOnHold)
  return (
    <>
      {(isOnHold || wasOnHold) && (
        <Optional meanwhile={wasOnHold && <div className="offline delay" data-over />}>
          <DelayStrip product={order.product.productid} hasReservedRoom={wasOnHold} />
        </Optional>
      )}
      <main className="shell narrow">
        <title>{t('Order {id} · Jhatpat', { id: groupId(order.orderid) })}</title>
        <div className="order-grid">
          <ReceiptCard className="main">
            <OrderHead order={order} />
            <TearLine />
            <LateOfferSlot order={order} />
            <SecondDelivery order={order} />
            {order.vault && <VaultSlot order={order} vault={order.vault} />}
            <Timeline steps={orderSteps(order)} label={t('Order status')} />
            <TearLine />
            <div className="stack stack-4">
              <NotReceived order={order} />
              <TicketMessagesSlot order={order} />
              <ContactOptions order={order} />
              <OrderActions order={order} />
            </div>
          </ReceiptCard>
          <OrderAside order={order} checkedAt={checkedAt} />
        </div>
      </main>
    </>
  )
}

/** Its script loads only for orders that have one; its room is reserved meanwhile. */
function VaultSlot({ order, vault }: { order: Order; vault: VaultView }) {
  return (
    <>
      <div>
        <LoadBoundary>
          <Suspense fallback={<Skeleton height={140 + 76 * vault.length} />}>
            <OrderVault order={order} vault={vault} />
          </Suspense>
        </LoadBoundary>
      </div>
      <TearLine />
    </>
  )
}

const LateOffer = lazyComponent(() => import('./late-offer.tsx'))

/** Offered once the promised time has passed; its script loads only then. */
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

const TicketTalk = lazyComponent(() => import('./ticket-messages.tsx'))

/** Its script loads only for orders that were reported. */
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
