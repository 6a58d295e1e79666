import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { FilterSelect } from '../../lib/filter-select.tsx'
import { type OrderFilters, orderStatusOptions, searchIn } from './order-filters.ts'

type OrderFilterBarProps = { filters: OrderFilters; onChange: (change: Partial<OrderFilters>) => void }

export function OrderFilterBar({ filters, onChange }: OrderFilterBarProps) {
  return (
    <search className="filters">
      <div className="duo grow">
        <Select
          bare
          label="Search in"
          options={searchIn}
          value={filters.by}
          onChange={(event) => onChange({ by: event.target.value as OrderFilters['by'] })}
        />
        <SearchBox
          className="grow"
          label={`Search by ${filters.by}`}
          placeholder="Paste or type"
          value={filters.q}
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </div>
      <FilterSelect
        label="Status"
        options={orderStatusOptions}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <div className="days">
        <DayInput
          label="From"
          value={filters.from}
          max={filters.to}
          onChange={(from) => onChange({ from })}
        />
        <span className="t3" aria-hidden="true">
          –
        </span>
        <DayInput label="To" value={filters.to} min={filters.from} onChange={(to) => onChange({ to })} />
      </div>
    </search>
  )
}

type DayInputProps = {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function DayInput({ label, value, min = '', max = '', onChange }: DayInputProps) {
  return (
    <input
      className="input"
      type="date"
      aria-label={label}
      value={value}
      min={min}
      max={max}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
