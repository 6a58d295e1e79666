import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { productPath } from '../../lib/addresses.ts'
import { buyAgainPath } from '../../lib/addresses-of-orders.ts'
import { useFreshBalance } from '../../lib/use-fresh-balance.ts'

/**
 * The money is in the wallet: how much there is now, and another try with it. When the player's region is not eligible,
 * it offers another pack or product instead: the same order would be refused again.
 */
export function AfterRefund({ order }: { order: Order }) {
  const balance = useFreshBalance(order.client_txn_id)
  return (
    <>
      <p className="t2 sm holds" role="status">
        {balance !== undefined &&
          rich('Your wallet holds {sum} now.', { sum: <Money rupees={balance} exact /> })}
      </p>
      {order.state?.notEligible ? (
        <>
          <ButtonLink variant="accent" href={productPath(order.product._id)}>
            {t('Choose another pack')}
          </ButtonLink>
          <ButtonLink href="/home">{t('Other products')}</ButtonLink>
        </>
      ) : (
        <ButtonLink variant="accent" icon="repeat" href={buyAgainPath(order)}>
          {t('Try once more')}
        </ButtonLink>
      )}
      <ButtonLink href="/wallet">{t('View Wallet')}</ButtonLink>
    </>
  )
}
