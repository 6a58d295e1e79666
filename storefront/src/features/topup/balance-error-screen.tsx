import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useLocation } from 'react-router-dom'
import { productPath } from '../../lib/addresses.ts'
import { topUpPath } from '../../lib/addresses-of-orders.ts'
import { missingAmount } from '../../lib/missing-amount.ts'
import { readUnpaid } from '../../lib/unpaid.ts'
import { useFreshBalance } from '../../lib/use-fresh-balance.ts'

/** Where a wallet order ends that exceeds the balance. */
export default function BalanceErrorScreen() {
  const { state, key } = useLocation()
  const unpaid = readUnpaid(state)
  const balance = useFreshBalance(key)
  const short = missingAmount(balance, unpaid?.price)
  return (
    <main className="shell reading">
      <title>{t('Insufficient Balance · Jhatpat')}</title>
      <h1 className="visually-hidden">{t('Wallet')}</h1>
      <Empty
        spot="wallet"
        title={t('Insufficient Balance')}
        action={
          <>
            <ButtonLink
              href={unpaid && short > 0 ? topUpPath(short, unpaid.productId) : '/topup'}
              variant="accent"
            >
              {t('Top-Up Wallet')}
            </ButtonLink>
            {unpaid && (
              <ButtonLink href={productPath(unpaid.productId)}>{t('Back to your order')}</ButtonLink>
            )}
          </>
        }
      >
        <p>{t('Please add funds to your wallet to complete the transaction.')}</p>
        {unpaid && short > 0 && (
          <p className="num">
            {rich('Add {sum} more to pay {total}.', {
              sum: (
                <b>
                  <Money rupees={short} exact />
                </b>
              ),
              total: <Money rupees={unpaid.price} exact />,
            })}
          </p>
        )}
        {balance !== undefined && (
          <p className="num">
            {rich(
              unpaid
                ? 'Balance: {sum}. No money was taken and your order is saved.'
                : 'Balance: {sum}. No money was taken.',
              { sum: <Money rupees={balance} exact /> },
            )}
          </p>
        )}
      </Empty>
    </main>
  )
}
