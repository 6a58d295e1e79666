import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
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
      <title>Insufficient Balance · Jhatpat</title>
      <h1 className="visually-hidden">Wallet</h1>
      <Empty
        spot="wallet"
        title="Insufficient Balance"
        action={
          <>
            <ButtonLink
              href={unpaid && short > 0 ? topUpPath(short, unpaid.productId) : '/topup'}
              variant="accent"
            >
              Top-Up Wallet
            </ButtonLink>
            {unpaid && <ButtonLink href={productPath(unpaid.productId)}>Back to your order</ButtonLink>}
          </>
        }
      >
        <p>Please add funds to your wallet to complete the transaction.</p>
        {unpaid && short > 0 && (
          <p className="num">
            <b>
              Add <Money rupees={short} exact /> more
            </b>{' '}
            to pay <Money rupees={unpaid.price} exact />.
          </p>
        )}
        {balance !== undefined && (
          <p className="num">
            Balance: <Money rupees={balance} exact />.
            {unpaid ? ' No money was taken and your order is saved.' : ' No money was taken.'}
          </p>
        )}
      </Empty>
    </main>
  )
}
