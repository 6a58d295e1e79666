import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { deliveryTimeText } from '../../lib/delivery-time-text.ts'
import { useCall } from '../../lib/use-call.ts'

/** How quickly orders of this item come, where that is measured; its line is held, so that nothing moves when it comes. */
export function UsualDeliveryTime({ order }: { order: Order }) {
  const call = useCall()
  const { productid } = order.product
  const { data } = useQuery({
    queryKey: ['items', productid],
    queryFn: ({ signal }) => call('itemsOfProduct', { params: { productId: productid }, signal }),
    retry: false,
  })
  const pace = data?.find(({ itemid }) => itemid === order.itemid)?.deliveryTime
  return (
    <p className="t2 usual" aria-live="off">
      {pace && t('Most like it arrive within {most}.', { most: deliveryTimeText(pace.p90Seconds) })}
    </p>
  )
}
