import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { payPath } from '../../lib/addresses.ts'
import { buyAgainPath, receiptPath } from '../../lib/addresses-of-orders.ts'
import { stateOf } from '../../lib/order-state.ts'
import { AfterRefund } from './after-refund.tsx'

/** What one can do now, and the ways on. */
export function OrderActions({ order }: { order: Order }) {
  return (
    <div className="row wrap">
      <NextThing order={order} />
      {isPaid(order) && (
        <ButtonLink icon="receipt-text" href={receiptPath(order.client_txn_id)}>
          {t('Receipt')}
        </ButtonLink>
      )}
      <ButtonLink href="/home">{t('Home')}</ButtonLink>
      <ButtonLink href="/dashboard">{t('Dashboard')}</ButtonLink>
    </div>
  )
}

/** Money came for it, whatever became of it. */
const isPaid = ({ status, credited, redeliveryOf }: Order) =>
  !redeliveryOf && status !== 'Created' && (status !== 'Failed' || credited > 0)

function NextThing({ order }: { order: Order }) {
  if (order.status === 'Created') {
    if (stateOf(order).waitingFor === 'payment_review') return null
    return (
      <ButtonLink variant="accent" href={payPath(order.client_txn_id)}>
        {t('Back to payment')}
      </ButtonLink>
    )
  }
  if (order.status === 'Processing') return null
  if (order.status === 'Refunded') return <AfterRefund order={order} />
  return (
    <ButtonLink variant={order.vault ? 'plain' : 'accent'} icon="repeat" href={buyAgainPath(order)}>
      {t('Buy again')}
    </ButtonLink>
  )
}
