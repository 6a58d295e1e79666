import { Select } from '@jhatpat/shared/ui/select.tsx'
import { DayRange } from '../../lib/day-range.tsx'
import { FilterSelect } from '../../lib/filter-select.tsx'
import { SearchFilter } from '../../lib/search-filter.tsx'
import { type OrderFilters, orderStatusOptions, searchIn } from './order-filters.ts'

type OrderFilterBarProps = { filters: OrderFilters; onChange: (change: Partial<OrderFilters>) => void }

export function OrderFilterBar({ filters, onChange }: OrderFilterBarProps) {
  return (
    <search className="filters">
      <div className="columns-2 grow">
        <Select
          bare
          label="Search in"
          options={searchIn}
          value={filters.by}
          onChange={(event) => onChange({ by: event.target.value as OrderFilters['by'] })}
        />
        <SearchFilter
          label={`Search by ${filters.by}`}
          placeholder="Paste or type"
          value={filters.q}
          onSearch={(q) => onChange({ q })}
        />
      </div>
      <FilterSelect
        label="Status"
        options={orderStatusOptions}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <DayRange label="Ordered" from={filters.from} to={filters.to} onChange={onChange} />
    </search>
  )
}
