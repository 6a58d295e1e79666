import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { RedeliveryState } from '@jhatpat/shared/contracts/order-redelivery.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { OrderLink } from './unclear/order-link.tsx'

/** Links an order and its free redelivery to each other. */
export function SecondDelivery({ order }: { order: BoardOrder }) {
  const { redelivery, redeliveryOf, unitsOfOriginal, units } = order
  if (redeliveryOf) {
    return (
      <InlineMessage
        kind="info"
        icon="repeat"
        className="order-note"
        title="A second delivery, free of charge"
      >
        <p>
          {unitsOfOriginal ? (
            <>
              It sends {units.total} of the {unitsOfOriginal} packs of order <OrderLink id={redeliveryOf} />{' '}
              again; {groupId(redeliveryOf)} keeps the price.
            </>
          ) : (
            <>
              It is sent in place of order <OrderLink id={redeliveryOf} />, which keeps the price.
            </>
          )}{' '}
          Nothing was paid for it, so nothing can be given back here: if it fails, the report there is open
          again.
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
          `${redelivery.redeliveredUnits.sent} of ${redelivery.redeliveredUnits.total} packs, as`}
        {!redelivery.redeliveredUnits && 'As'} order <OrderLink id={redelivery.orderid} />. {text}
      </p>
    </InlineMessage>
  )
}

const states = {
  in_progress: {
    kind: 'info',
    title: 'Sent again, free of charge',
    text: 'It is under way, and this one can’t be refunded meanwhile.',
  },
  arrived: {
    kind: 'ok',
    title: 'What was sent again has arrived',
    text: 'This one can’t be refunded any more.',
  },
  failed: {
    kind: 'bad',
    title: 'What was sent again did not arrive',
    text: 'The report is open again, and the price can go back.',
  },
} as const satisfies Record<RedeliveryState, { kind: string; title: string; text: string }>
