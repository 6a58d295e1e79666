import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { payPath, productPath } from '../../lib/addresses.ts'
import { stateOf } from '../../lib/order-state.ts'

/** What one can do now, and the ways on. */
export function OrderActions({ order }: { order: Order }) {
  return (
    <div className="row wrap">
      <NextThing order={order} />
      <ButtonLink href="/home">Home</ButtonLink>
      <ButtonLink href="/dashboard">Dashboard</ButtonLink>
    </div>
  )
}

function NextThing({ order }: { order: Order }) {
  if (order.status === 'Created') {
    if (stateOf(order).waitsFor === 'payment_check') return null
    return (
      <ButtonLink variant="accent" href={payPath(order.client_txn_id)}>
        Back to payment
      </ButtonLink>
    )
  }
  if (order.status === 'Processing') return null
  if (order.status === 'Refunded') {
    return (
      <ButtonLink variant="accent" href="/wallet">
        View Wallet
      </ButtonLink>
    )
  }
  return (
    <ButtonLink variant="accent" icon="repeat" href={productPath(order.product._id)}>
      Buy again
    </ButtonLink>
  )
}
