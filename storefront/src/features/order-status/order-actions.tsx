import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { payPath, productPath } from '../../lib/addresses.ts'
import { buyAgainPath, receiptPath } from '../../lib/addresses-of-orders.ts'
import { stateOf } from '../../lib/order-state.ts'
import { useFreshBalance } from '../../lib/use-fresh-balance.ts'

/** The actions available now, and links to further pages. */
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

/** A payment arrived for it, whatever its result. */
const isPaid = ({ status, credited, redeliveryOf }: Order) =>
  !redeliveryOf && status !== 'Created' && (status !== 'Failed' || credited > 0)

function NextThing({ order }: { order: Order }) {
  if (order.status === 'Created') {
    if (stateOf(order).waitingFor === 'payment_review') return null
    return (
      <ButtonLink variant="accent" href={payPath(order.client_txn_id)}>
        {t('Complete payment')}
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

/**
 * The money is in the wallet: the current balance, and another try with it. If the player's region is not
 * eligible, it offers another item or product instead: the same order would be refused again.
 */
function AfterRefund({ order }: { order: Order }) {
  const balance = useFreshBalance(order.client_txn_id)
  return (
    <>
      <p className="t2 sm holds" role="status">
        {balance !== undefined && rich('Wallet balance: {sum}', { sum: <Money rupees={balance} exact /> })}
      </p>
      {order.state?.notEligible ? (
        <>
          <ButtonLink variant="accent" href={productPath(order.product._id)}>
            {t('Choose another item')}
          </ButtonLink>
          <ButtonLink href="/home">{t('Other products')}</ButtonLink>
        </>
      ) : (
        <ButtonLink variant="accent" icon="repeat" href={buyAgainPath(order)}>
          {t('Buy again')}
        </ButtonLink>
      )}
      <ButtonLink href="/wallet">{t('View Wallet')}</ButtonLink>
    </>
  )
}
