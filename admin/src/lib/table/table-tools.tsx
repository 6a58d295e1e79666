import { Chip } from '@jhatpat/shared/ui/chip.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Menu } from '@jhatpat/shared/ui/menu.tsx'
import { MenuItem } from '@jhatpat/shared/ui/menu-item.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import type { ComponentType, ReactNode, RefObject } from 'react'
import { ColumnsChoice } from './columns-choice.tsx'
import type { FilterDialogProps } from './filter-dialog.tsx'
import { type FilterField, fieldText, optionText, sortWith, withoutField } from './filter-fields.ts'
import { hasSameFilters, type TableAddress, type TableGoTo, type TableSpec } from './table-address.ts'
import type { TableTexts } from './table-parts.ts'
import { TableSearch } from './table-search.tsx'

const FilterDialog = lazyComponent(() => import('./filter-dialog.tsx'))

type Props<Filter extends string> = {
  texts: TableTexts
  spec: TableSpec<Filter>
  fields: readonly FilterField<Filter>[]
  columns: readonly { key: string; head: string; isFixed?: boolean; isActions?: boolean }[]
  table: TableGoTo<Filter> & { address: TableAddress<Filter> }
  search: RefObject<HTMLInputElement | null>
  isFiltering: boolean
  onFiltering: (open: boolean) => void
  children: ReactNode
}

/** Above a table: search, filters, columns, and further tools. */
export function TableTools<Filter extends string>(props: Props<Filter>) {
  const { texts, spec, fields, columns, table, search, isFiltering, onFiltering, children } = props
  const { address, setQuery, setView } = table
  const { q, filters, sort } = address
  const Filters = FilterDialog as ComponentType<FilterDialogProps<Filter>>
  const narrow = (next: TableAddress<Filter>['filters']) =>
    setQuery({ ...(!spec.searchKeeps && { q: '' }), filters: next, sort: sortWith(sort, next, fields) })
  return (
    <div className="bar2">
      {texts.search && (
        <TableSearch
          ref={search}
          label={texts.search}
          pauseMs={texts.searchPauseMs}
          q={q}
          onSearch={(wanted) => setQuery({ q: wanted }, texts.searchPauseMs !== undefined)}
        />
      )}
      {fields.length > 0 && (
        <Chip icon="list-filter" aria-haspopup="dialog" onClick={() => onFiltering(true)}>
          Filter
        </Chip>
      )}
      {hasSameFilters(spec, address) &&
        fields.map((field) => {
          const text = fieldText(field, filters)
          if (text !== '') {
            return (
              <Chip key={field.label} on value={text} onClick={() => narrow(withoutField(field, filters))}>
                {field.label}
              </Chip>
            )
          }
          if (field.kind !== 'choice') return null
          return (
            <Menu
              key={field.label}
              buttonClass="chip"
              align="start"
              button={
                <>
                  <span>
                    {field.label}: <b>Any</b>
                  </span>
                  <Icon name="chevron-down" size="sm" />
                </>
              }
            >
              {field.options.map((option) => (
                <MenuItem key={option} onSelect={() => narrow({ ...filters, [field.name]: option })}>
                  {optionText(field, option)}
                </MenuItem>
              ))}
            </Menu>
          )
        })}
      <span className="row wrap push">
        <ColumnsChoice
          columns={columns.flatMap(({ key, head, isFixed, isActions }) =>
            isActions ? [] : [{ key, name: head, isFixed }],
          )}
          shown={address.columns}
          onShow={(shown) => setView({ columns: shown }, true)}
        />
        {children}
      </span>
      {isFiltering && (
        <Optional>
          <Filters
            fields={fields}
            filters={filters}
            onClose={() => onFiltering(false)}
            onApply={(next) => {
              narrow(next)
              onFiltering(false)
            }}
          />
        </Optional>
      )}
    </div>
  )
}
