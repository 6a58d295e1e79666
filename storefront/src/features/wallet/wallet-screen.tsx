import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { FilterSelect } from '../../lib/filter-select.tsx'
import { FilteredList } from '../../lib/filtered-list.tsx'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { BalanceSlip } from './balance-slip.tsx'
import { transactionColumns } from './transaction-columns.tsx'
import {
  filterTransactions,
  isFiltered,
  readTransactionFilters,
  type TransactionFilters,
  transactionStatusOptions,
  transactionTypeOptions,
} from './transaction-filters.ts'
import { useTransactions } from './use-transactions.ts'

export default function WalletScreen() {
  const transactions = useTransactions()
  const { filters, change, clear } = useUrlFilters(readTransactionFilters)
  return (
    <main className="shell">
      <title>My Wallet · Jhatpat</title>
      <h1 className="d1 page-h">My Wallet</h1>
      <BalanceSlip transactions={transactions.data} />
      <section className="txn-list" aria-label="Transactions">
        <Filters filters={filters} onChange={change} />
        <FilteredList
          list={transactions}
          filter={(all) => filterTransactions(all, filters)}
          isFiltered={isFiltered(filters)}
          onClear={clear}
          rowsName="transactions"
          noneFound="No transactions found."
          whenFailed="Your money is safe; the list could not be fetched just now."
          whenEmpty={<NoTransactions />}
        >
          {(rows) => (
            <DataTable
              label="Transactions"
              columns={transactionColumns}
              rows={rows}
              rowKey={({ txnid }) => txnid}
              cards
              className="txns"
            />
          )}
        </FilteredList>
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
      <SearchBox
        className="grow"
        label="Search by transaction id"
        placeholder="Search by transaction id"
        value={filters.q}
        onChange={(event) => onChange({ q: event.target.value })}
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
