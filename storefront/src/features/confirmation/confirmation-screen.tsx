import { ApiError } from '@jhatpat/shared/contracts/http/client.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { useServerTime } from '@jhatpat/shared/ui/use-server-time.ts'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Confirming } from './confirming.tsx'
import { NoOrder } from './no-order.tsx'
import { useOrder } from './use-order.ts'

// Drawn only once the order is here, so its code comes beside the order and not before the first paint.
const arrive = () => import('./order-page.tsx')
const arriving = arrive()
arriving.catch(() => undefined)
const OrderPage = lazyComponent(() => arriving.catch(arrive))

/** An order's page: live from the payment to the delivery, or to the money's return. */
export default function ConfirmationScreen() {
  const [params] = useSearchParams()
  const id = params.get('client_txn_id') ?? ''
  return id ? <LiveOrder key={id} id={id} /> : <NoOrder />
}

function LiveOrder({ id }: { id: string }) {
  const { data: order, error, dataUpdatedAt } = useOrder(id)
  const checkedAt = useServerTime(dataUpdatedAt)
  if (!order) {
    const isRefused = error instanceof ApiError && error.status < 500
    return isRefused ? <NoOrder /> : <Confirming problem={error?.message} />
  }
  return (
    <Suspense fallback={<Confirming problem={undefined} />}>
      <OrderPage order={order} checkedAt={checkedAt} />
    </Suspense>
  )
}
