import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { KeyValues, ReceiptCard } from '@jhatpat/shared/ui/receipt-card.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
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
      <title>{t('My Wallet · Jhatpat')}</title>
      <h1 className="d1 page-h">{t('My Wallet')}</h1>
      <BalanceCard />
      <section className="txn-list" aria-label={t('Transactions')}>
        <Filters filters={filters} onChange={change} />
        <FilteredList
          list={transactions}
          columns={transactionColumns()}
          rowKey={({ txnid }) => txnid}
          sample={sampleTransaction}
          label={t('Transactions')}
          className="txns"
          isFiltered={isFiltered(filters)}
          onClear={clear}
          onPage={goTo}
          rowNames={[t('transaction'), t('transactions')]}
          noneFound={t('No transactions found.')}
          whenFailed={t('Couldn’t load your transactions. Your money is safe.')}
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
        label={t('Search by transaction id')}
        placeholder={t('Search by transaction id')}
        value={filters.q}
        onSearch={(q) => onChange({ q })}
      />
      <FilterSelect
        label={t('Status')}
        options={transactionStatusOptions}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={t('Type')}
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
      {t('Top Up')}
    </ButtonLink>
  )
  return (
    <Empty spot="wallet" title={t('No transactions found.')} action={action}>
      {t('Money added and spent will appear here.')}
    </Empty>
  )
}

/** The balance, this month's totals, and the link to top up. */
export function BalanceCard() {
  const month = useThisMonth()
  return (
    <ReceiptCard className="bal" aria-label={t('Wallet balance')}>
      <div>
        <p className="t2 sm">{t('Wallet balance')}</p>
        <BigBalance />
        <div className="row wrap balance-actions">
          <ButtonLink href="/topup" variant="accent" icon="plus">
            {t('Top Up')}
          </ButtonLink>
        </div>
      </div>
      <div className="bal-r">
        <img src="/art/items/wallet-coin.svg" alt="" width={120} height={120} />
        <KeyValues
          rows={[
            [t('Added this month'), month ? <Money key="in" rupees={month.added} exact /> : '…'],
            [t('Spent this month'), month ? <Money key="out" rupees={month.spent} exact /> : '…'],
          ]}
        />
      </div>
    </ReceiptCard>
  )
}
