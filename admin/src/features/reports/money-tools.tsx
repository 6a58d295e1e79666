import { salesCsv } from '@jhatpat/shared/contracts/sales.ts'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { DateField } from '../../lib/date-field.tsx'
import { CsvButton } from '../../lib/table/csv-button.tsx'
import { type MoneyAddress, periods } from './money-address.ts'
import { dayOf } from './money-format.ts'

type Props = {
  address: MoneyAddress
  query: Record<string, string | undefined>
  products: readonly { id: string; name: string }[]
  onChange: (changes: Record<string, string>) => void
}

/** Filters by days, product and customers, and exports the result. */
export function MoneyTools({ address, query, products, onChange }: Props) {
  const { period, from, to, productid, customers } = address
  const days = from === to ? dayOf(from) : `${dayOf(from)} to ${dayOf(to)}`
  return (
    <div className="money-tools">
      <Tabs
        label="Period"
        tabs={periods.map(({ id, label }) => ({ id, label }))}
        selected={period}
        onSelect={(id) =>
          onChange({ period: id, ...(id === 'between' ? { from, to } : { from: '', to: '' }) })
        }
      />
      <div className="row wrap money-filters">
        {period === 'between' && (
          <>
            <DateField
              label="From"
              small
              value={from}
              max={to}
              onChange={(day) => day && onChange({ from: day })}
            />
            <DateField
              label="To"
              small
              value={to}
              min={from}
              onChange={(day) => day && onChange({ to: day })}
            />
          </>
        )}
        <Select
          label="Product"
          small
          value={productid}
          options={[
            { value: '', label: 'All' },
            ...products.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ target }) => onChange({ product: target.value })}
        />
        <Select
          label="Customers"
          small
          value={customers}
          options={[
            { value: '', label: 'All' },
            { value: 'users', label: 'Customers' },
            { value: 'resellers', label: 'Resellers' },
          ]}
          onChange={({ target }) => onChange({ customers: target.value })}
        />
        <CsvButton
          route={salesCsv}
          file={`sales-${from}-${to}.csv`}
          query={{ ...query, by: 'catalogue' }}
          title={`${productid ? 'Items' : 'Products'}, ${days}`}
        />
      </div>
    </div>
  )
}
