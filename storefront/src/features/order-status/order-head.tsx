import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { CountdownRing } from '@jhatpat/shared/ui/countdown-ring.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useQuery } from '@tanstack/react-query'
import { deliveryTimeText } from '../../lib/delivery-time-text.ts'
import { stateOf } from '../../lib/order-state.ts'
import { useCall } from '../../lib/use-call.ts'
import { orderStatusText } from './order-status-text.ts'

/** Status, text and clock; announced whenever the text changes. */
export function OrderHead({ order }: { order: Order }) {
  const now = useNow(15_000)
  const { until, waitingFor } = stateOf(order)
  const { above, title, text } = orderStatusText(order, now)
  return (
    <div className="order-head">
      <div className="grow" aria-live="polite" aria-atomic="true">
        <StatusPill status={order.status} ofOrder />
        {above && <p className="eye">{above}</p>}
        <h1 className="d1">{title}</h1>
        <p className="t2">{text}</p>
        {order.status === 'Processing' && order.delivery === 'instant' && <UsualDeliveryTime order={order} />}
      </div>
      {order.status === 'Processing' && until && waitingFor !== 'on_hold' && (
        <CountdownRing dueAt={until} show="minutes-m" size="lg" label={t('Time left')} />
      )}
      {order.status === 'Completed' && (order.vault || order.itemimg) && (
        <img
          className="won"
          src={order.vault ? '/art/spot-vault.svg' : order.itemimg}
          alt=""
          width={148}
          height={148}
        />
      )}
      {order.status === 'Refunded' && (
        <img className="won" src="/art/items/wallet-coin.svg" alt="" width={148} height={148} />
      )}
    </div>
  )
}

/** The measured delivery time of this item; its line is reserved, so that nothing moves when it loads. */
function UsualDeliveryTime({ order }: { order: Order }) {
  const call = useCall()
  const { productid } = order.product
  const { data } = useQuery({
    queryKey: ['items', productid],
    queryFn: ({ signal }) => call('itemsOfProduct', { params: { productId: productid }, signal }),
    retry: false,
  })
  const deliveryTime = data?.find(({ itemid }) => itemid === order.itemid)?.deliveryTime
  return (
    <p className="t2 usual" aria-live="off">
      {deliveryTime &&
        t('Most orders are delivered within {most}.', { most: deliveryTimeText(deliveryTime.p90Seconds) })}
    </p>
  )
}
