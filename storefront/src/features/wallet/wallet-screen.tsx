import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { KeyValues, ReceiptCard } from '@jhatpat/shared/ui/receipt-card.tsx'
import { BigBalance } from '../../lib/big-balance.tsx'
import { FilterSelect } from '../../lib/filter-select.tsx'
import { FilteredList } from '../../lib/filtered-list.tsx'
import { SearchFilter } from '../../lib/search-filter.tsx'
import { useScrollRestoration } from '../../lib/use-scroll-restoration.ts'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { sampleTransaction, transactionColumns } from './transaction-columns.tsx'
import {
  isFiltered,
  readTransactionFilters,
  type TransactionFilters,
  transactionStatusOptions,
  transactionTypeOptions,
} from './transaction-filters.ts'
import { useThisMonth, useTransactions } from './use-transactions.ts'

export default function WalletScreen() {
  const { filters, page, change, clear, goTo } = useUrlFilters(readTransactionFilters)
  const transactions = useTransactions(filters, page)
  useScrollRestoration(transactions.data !== undefined)
  return (
    <main className="shell list-page">
      <title>My Wallet · Jhatpat</title>
      <h1 className="d1 page-h">My Wallet</h1>
      <BalanceCard />
      <section className="txn-list" aria-label="Transactions">
        <Filters filters={filters} onChange={change} />
        <FilteredList
          list={transactions}
          columns={transactionColumns}
          rowKey={({ txnid }) => txnid}
          sample={sampleTransaction}
          label="Transactions"
          className="txns"
          isFiltered={isFiltered(filters)}
          onClear={clear}
          onPage={goTo}
          rowNames={['transaction', 'transactions']}
          noneFound="No transactions found."
          whenFailed="Your money is safe; the list could not be fetched just now."
          whenEmpty={<NoTransactions />}
        />
      </section>
    </main>
  )
}

type FiltersProps = {
  filters: TransactionFilters
  onChange: (change: Partial<TransactionFilters>) => void
}

function Filters({ filters, onChange }: FiltersProps) {
  return (
    <search className="filters">
      <SearchFilter
        label="Search by transaction id"
        placeholder="Search by transaction id"
        value={filters.q}
        onSearch={(q) => onChange({ q })}
      />
      <FilterSelect
        label="Status"
        options={transactionStatusOptions}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="Type"
        options={transactionTypeOptions}
        value={filters.type}
        onChange={(type) => onChange({ type })}
      />
    </search>
  )
}

function NoTransactions() {
  const action = (
    <ButtonLink href="/topup" variant="accent">
      Top Up
    </ButtonLink>
  )
  return (
    <Empty spot="wallet" title="No transactions found." action={action}>
      What comes into your wallet and goes out of it will be here.
    </Empty>
  )
}

/** The balance, this month's totals, and the link to top up. */
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
