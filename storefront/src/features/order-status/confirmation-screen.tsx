import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useServerTime } from '@jhatpat/shared/ui/use-server-time.ts'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Confirming } from './confirming.tsx'
import { useOrder } from './use-order.ts'

// Rendered only once the order has loaded, so its code loads in parallel with the order, after the initial
// render.
const load = () => import('./order-page.tsx')
const loading = load()
loading.catch(() => undefined)
const OrderPage = lazyComponent(() => loading.catch(load))

/** An order's page: live from the payment to the delivery or refund. */
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

export function NoOrder() {
  return (
    <main className="shell">
      <title>{t('Order not found · Jhatpat')}</title>
      <h1 className="visually-hidden">{t('Order')}</h1>
      <Empty
        spot="nomatch"
        title={t('Order not found')}
        action={
          <ButtonLink href="/orders" variant="accent">
            {t('My Orders')}
          </ButtonLink>
        }
      >
        {t('We couldn’t find this order in your account.')}
      </Empty>
    </main>
  )
}
