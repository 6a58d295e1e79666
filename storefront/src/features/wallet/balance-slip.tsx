import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { KeyValues, ReceiptCard } from '@jhatpat/shared/ui/receipt-card.tsx'
import { BigBalance } from '../../lib/big-balance.tsx'
import { useThisMonth } from './use-transactions.ts'

/** The balance, what moved it this month, and the way to more. */
export function BalanceCard() {
  const month = useThisMonth()
  return (
    <ReceiptCard className="bal" aria-label="Wallet balance">
      <div>
        <p className="t2 sm">Wallet balance</p>
        <BigBalance />
        <div className="row wrap balance-actions">
          <ButtonLink href="/topup" variant="accent" icon="plus">
            Top Up
          </ButtonLink>
        </div>
      </div>
      <div className="bal-r">
        <img src="/art/items/wallet-coin.svg" alt="" width={120} height={120} />
        <KeyValues
          rows={[
            ['Added this month', month ? <Money key="in" rupees={month.added} exact /> : '…'],
            ['Spent this month', month ? <Money key="out" rupees={month.spent} exact /> : '…'],
          ]}
        />
      </div>
    </ReceiptCard>
  )
}
