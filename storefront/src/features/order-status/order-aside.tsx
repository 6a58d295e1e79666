import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { KeyValues } from '@jhatpat/shared/ui/receipt-card.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { AccountText } from '../../lib/account-text.tsx'
import { TracePayment } from './trace-payment.tsx'

const OrderOffers = lazyComponent(() => import('./order-offers.tsx'))

type OrderAsideProps = { order: Order; checkedAt: number }

/** The payment trace, and the details of the order. */
export function OrderAside({ order, checkedAt }: OrderAsideProps) {
  return (
    <aside className="stack stack-4 aside">
      {!order.redeliveryOf && <TracePayment order={order} checkedAt={checkedAt} />}
      <OrderDetails order={order} />
      <OrderPoints order={order} />
      <Optional>
        <OrderOffers order={order} />
      </Optional>
    </aside>
  )
}

function paidBy({ redeliveryOf, paymentmode }: Order): string | undefined {
  if (redeliveryOf) return undefined
  return paymentmode === 'upi' ? 'UPI' : t('Wallet')
}

function OrderDetails({ order }: { order: Order }) {
  const [first, second] = order.product.inputs
  const labels = second?.label ? `${first?.label ?? t('For')} (${second.label})` : (first?.label ?? t('For'))
  return (
    <section className="panel" aria-label={t('Order details')}>
      <div className="row row-3 what">
        <Picture className="thumb-lg" src={order.product.imgpath} width={64} height={80} eager />
        <div>
          <p className="b" lang="en">
            {order.itemname}
          </p>
          <p className="t2 sm" lang="en">
            {order.product.name}
          </p>
        </div>
      </div>
      <KeyValues
        rows={[
          [
            t('Order'),
            <span key="id" className="row row-end">
              <CopyButton text={order.orderid} label={t('Copy order ID')} />
              {groupId(order.orderid)}
            </span>,
          ],
          [t('Username'), order.username ? <bdi key="name">{order.username}</bdi> : undefined],
          [labels, <AccountText key="account" {...order} />],
          [t('Payment method'), paidBy(order)],
          [t('Order date'), <TimeText key="at" at={order.createdAt} />],
          [t('Total'), <Money key="total" rupees={order.value} />],
        ]}
      />
    </section>
  )
}

/** The reward points that an order earned, or would earn. */
function OrderPoints({ order: { points, status } }: { order: Order }) {
  if (!points) return null
  const { offered, earned, revoked, late = 0 } = points
  if (earned === 0 && !late && status !== 'Created' && status !== 'Processing') return null
  return (
    <p className="earn">
      <img src="/art/items/points.svg" alt="" width={22} height={22} />
      <span>
        {earned === 0 && late === 0
          ? t('Earn {points} points on delivery', { points: offered.toFixed(2) })
          : t('You earned {points} points.', { points: earned.toFixed(2) })}{' '}
        {late > 0 && `${t('{points} extra points for the delay.', { points: late.toFixed(2) })} `}
        {revoked > 0 && t('{points} points were reversed with the refund.', { points: revoked.toFixed(2) })}
        {earned + late > revoked && (
          <AppLink className="link" href="/redeem">
            {t('Redeem points')}
          </AppLink>
        )}
      </span>
    </p>
  )
}
