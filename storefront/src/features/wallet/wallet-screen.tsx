import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { FilterSelect } from '../../lib/filter-select.tsx'
import { ListToCome } from '../../lib/list-to-come.tsx'
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
  const { data, error, refetch } = useTransactions()
  const { filters, change, clear } = useUrlFilters(readTransactionFilters)
  return (
    <main className="shell">
      <title>My Wallet · Jhatpat</title>
      <h1 className="d1 page-h">My Wallet</h1>
      <BalanceSlip transactions={data} />
      <section className="txn-list" aria-label="Transactions">
        <Filters filters={filters} onChange={change} />
        {data ? (
          <List
            all={data.length}
            rows={filterTransactions(data, filters)}
            filters={filters}
            onClear={clear}
          />
        ) : error ? (
          <Empty
            spot="offline"
            role="alert"
            title={error.message}
            action={
              <Button icon="refresh-cw" onClick={() => refetch()}>
                Try again
              </Button>
            }
          >
            Your money is safe; the list could not be fetched just now.
          </Empty>
        ) : (
          <ListToCome />
        )}
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

type ListProps = {
  all: number
  rows: ReturnType<typeof filterTransactions>
  filters: TransactionFilters
  onClear: () => void
}

function List({ all, rows, filters, onClear }: ListProps) {
  if (rows.length > 0) {
    return (
      <DataTable
        label="Transactions"
        columns={transactionColumns}
        rows={rows}
        rowKey={({ txnid }) => txnid}
        cards
        className="txns"
      />
    )
  }
  if (all === 0 || !isFiltered(filters)) {
    return (
      <Empty
        spot="wallet"
        title="No transactions found."
        action={
          <ButtonLink href="/topup" variant="accent">
            Top Up
          </ButtonLink>
        }
      >
        What comes into your wallet and goes out of it will be here.
      </Empty>
    )
  }
  return (
    <Empty
      spot="nomatch"
      title="No transactions found."
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      {`None of your ${all} transactions matches these filters.`}
    </Empty>
  )
}
