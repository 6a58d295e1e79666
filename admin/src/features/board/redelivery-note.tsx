import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { RedeliveryState } from '@jhatpat/shared/contracts/order-redelivery.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { OrderLink } from './unclear/order-link.tsx'

/** Links an order and its free redelivery to each other. */
export function SecondDelivery({ order }: { order: BoardOrder }) {
  const { redelivery, redeliveryOf, unitsOfOriginal, units } = order
  if (redeliveryOf) {
    return (
      <InlineMessage kind="info" icon="repeat" className="order-note" title="Free replacement">
        <p>
          {unitsOfOriginal ? (
            <>
              Resends {units.total} of {unitsOfOriginal} units of order <OrderLink id={redeliveryOf} />; the
              original keeps its price.
            </>
          ) : (
            <>
              Replaces order <OrderLink id={redeliveryOf} />, which keeps its price.
            </>
          )}{' '}
          No payment here; if it fails, the ticket on the original reopens.
        </p>
      </InlineMessage>
    )
  }
  if (!redelivery) return null
  const { kind, title, text } = states[redelivery.state]
  return (
    <InlineMessage kind={kind} icon="repeat" className="order-note" title={title}>
      <p>
        {redelivery.redeliveredUnits &&
          `${redelivery.redeliveredUnits.sent} of ${redelivery.redeliveredUnits.total} units, as`}
        {!redelivery.redeliveredUnits && 'As'} order <OrderLink id={redelivery.orderid} />. {text}
      </p>
    </InlineMessage>
  )
}

const states = {
  in_progress: {
    kind: 'info',
    title: 'Free replacement',
    text: 'In progress; this order can’t be refunded until it ends.',
  },
  arrived: {
    kind: 'ok',
    title: 'Replacement delivered',
    text: 'Refund no longer available.',
  },
  failed: {
    kind: 'bad',
    title: 'Replacement failed',
    text: 'Ticket reopened; refund is available.',
  },
} as const satisfies Record<RedeliveryState, { kind: string; title: string; text: string }>
