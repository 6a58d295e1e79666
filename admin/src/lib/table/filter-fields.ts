import { hasSameSort, type TableAddress, type TableSpec } from './table-address.ts'

/** A filter of a list. */
export type FilterField<Filter extends string> =
  | {
      kind: 'choice'
      name: Filter
      label: string
      options: readonly string[]
      /** Text of an option, where it differs from the option. */
      textOf?: ((option: string) => string) | undefined
      /** The allowed sorts, default first; left out if all are allowed. */
      orders?: readonly string[] | undefined
    }
  | { kind: 'text'; name: Filter; label: string }
  | { kind: 'days'; label: string; from: Filter; to: Filter }
  | { kind: 'amounts'; label: string; min: Filter; max: Filter }

/** A field's value as text; empty if it is not set. */
export function fieldText<Filter extends string>(
  field: FilterField<Filter>,
  filters: TableAddress<Filter>['filters'],
): string {
  switch (field.kind) {
    case 'choice':
      return optionText(field, filters[field.name] ?? '')
    case 'text':
      return filters[field.name] ?? ''
    case 'days':
      return spanText(dayText(filters[field.from]), dayText(filters[field.to]), '')
    case 'amounts':
      return spanText(filters[field.min], filters[field.max], '₹')
  }
}

/** Text of an option; empty stays empty. */
export const optionText = (
  { textOf }: { textOf?: ((option: string) => string) | undefined },
  option: string,
) => (textOf && option !== '' ? textOf(option) : option)

const dayText = (day: string | undefined) => day?.split('-').reverse().join('-')

function spanText(from: string | undefined, to: string | undefined, sign: string): string {
  if (from && to) return from === to ? `${sign}${from}` : `${sign}${from} to ${sign}${to}`
  if (from) return `from ${sign}${from}`
  return to ? `to ${sign}${to}` : ''
}

/** The filters without those of a field. */
export function withoutField<Filter extends string>(
  field: FilterField<Filter>,
  filters: TableAddress<Filter>['filters'],
): TableAddress<Filter>['filters'] {
  const names = namesOf(field)
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => !names.includes(name as Filter)),
  ) as TableAddress<Filter>['filters']
}

export function namesOf<Filter extends string>(field: FilterField<Filter>): readonly Filter[] {
  if (field.kind === 'choice' || field.kind === 'text') return [field.name]
  return field.kind === 'days' ? [field.from, field.to] : [field.min, field.max]
}

/**
 * The sort that the filters allow: a range of days sorts by time, a range of amounts alone by
 * amount, and a choice as it defines. Others have no index, and the server refuses them.
 */
export function sortWith<Filter extends string>(
  sort: string,
  filters: TableAddress<Filter>['filters'],
  fields: readonly FilterField<Filter>[],
): string {
  const isSet = (kind: FilterField<Filter>['kind']) =>
    fields.some((field) => field.kind === kind && fieldText(field, filters) !== '')
  if (isSet('days')) return sort.endsWith('createdAt') ? sort : '-createdAt'
  if (isSet('amounts')) return sort.endsWith('value') ? sort : '-value'
  const bound = fields.find((field) => field.kind === 'choice' && field.orders && filters[field.name])
  const orders = bound?.kind === 'choice' ? bound.orders : undefined
  return orders && !orders.includes(sort) ? (orders[0] ?? sort) : sort
}

/** The sort that an address requests. Search results are newest first, or have a sort of their own. */
export function listSort<Filter extends string>(
  address: TableAddress<Filter>,
  fields: readonly FilterField<Filter>[],
  spec: Pick<TableSpec, 'searchKeeps'>,
): string {
  if (hasSameSort(spec, address)) return sortWith(address.sort, address.filters, fields)
  return spec.searchKeeps ? '' : '-createdAt'
}
