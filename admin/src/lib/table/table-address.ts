import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/** What a table can be asked for; anything else in the address is ignored. */
export type TableSpec<Filter extends string = string> = {
  /** Page sizes, default first. */
  sizes: readonly number[]
  /** Sorts, default first. A leading minus: latest or largest first. */
  sorts: readonly string[]
  /** The filters, each with its allowed values; `'text'` allows any. */
  filters: Record<Filter, readonly string[] | 'text'>
  /** Columns that can be hidden. */
  columns: readonly string[]
  /** Columns that are hidden by default. */
  hidden?: readonly string[] | undefined
  /** What a search keeps; left out, it ignores filters and sort. */
  searchKeeps?: 'filters' | 'filters-and-order' | undefined
}

/**
 * Everything that a table's rows depend on. In the address, so that a shared link shows the same
 * rows.
 */
export type TableAddress<Filter extends string = string> = {
  page: number
  size: number
  /** The rows after this cursor, or before the other one. */
  after: string
  before: string
  sort: string
  q: string
  filters: Partial<Record<Filter, string>>
  columns: readonly string[]
}

type Keeping = Pick<TableSpec, 'searchKeeps'>

export const hasSameFilters = ({ searchKeeps }: Keeping, { q }: Pick<TableAddress, 'q'>): boolean =>
  q === '' || searchKeeps !== undefined

export const hasSameSort = ({ searchKeeps }: Keeping, { q }: Pick<TableAddress, 'q'>): boolean =>
  q === '' || searchKeeps === 'filters-and-order'

const maxParamLength = 100

/** Missing or invalid parameters take their defaults. */
export function readTableAddress<Filter extends string>(
  spec: TableSpec<Filter>,
  params: URLSearchParams,
): TableAddress<Filter> {
  const page = Number(params.get('page'))
  const size = Number(params.get('size'))
  const parts = Object.entries<readonly string[] | 'text'>(spec.filters)
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: spec.sizes.find((one) => one === size) ?? (spec.sizes[0] as number),
    after: textOf(params, 'after'),
    before: textOf(params, 'before'),
    sort: spec.sorts.find((candidate) => candidate === params.get('sort')) ?? (spec.sorts[0] as string),
    q: textOf(params, 'q') || textOf(params, 'search'),
    filters: Object.fromEntries(
      parts.flatMap(([name, allowed]) => {
        const value = textOf(params, name)
        return value !== '' && (allowed === 'text' || allowed.includes(value)) ? [[name, value]] : []
      }),
    ) as Partial<Record<Filter, string>>,
    columns: columnsOf(spec, params.get('cols')),
  }
}

export function tableParams<Filter extends string>(
  spec: TableSpec<Filter>,
  address: TableAddress<Filter>,
): URLSearchParams {
  const { page, size, after, before, sort, q, filters, columns } = address
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  for (const name of Object.keys(spec.filters) as Filter[]) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  if (sort !== spec.sorts[0]) params.set('sort', sort)
  if (columns.join() !== columnsOf(spec, null).join()) params.set('cols', columns.join(' '))
  if (size !== spec.sizes[0]) params.set('size', String(size))
  if (page > 1) params.set('page', String(page))
  if (after) params.set('after', after)
  else if (before) params.set('before', before)
  return params
}

/** A changed query starts at the first page. */
export const firstPage = { page: 1, after: '', before: '' } as const

const textOf = (params: URLSearchParams, name: string) =>
  (params.get(name) ?? '').trim().slice(0, maxParamLength)

function columnsOf({ columns, hidden = [] }: TableSpec, param: string | null): string[] {
  const valid = [...new Set((param ?? '').split(' '))].filter((column) => columns.includes(column))
  return valid.length > 0 ? valid : columns.filter((column) => !hidden.includes(column))
}

export type TableGoTo<Filter extends string = string> = {
  /** Changes the query and returns to the first page. */
  setQuery: (part: Partial<TableAddress<Filter>>, replace?: boolean) => void
  /** Shows another page of the same rows, or other columns. */
  setView: (part: Partial<TableAddress<Filter>>, replace?: boolean) => void
}

/** The state of a table in the address, with functions to change it. */
export function useTableAddress<Filter extends string>(
  spec: TableSpec<Filter>,
): TableGoTo<Filter> & { address: TableAddress<Filter> } {
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readTableAddress(spec, params), [spec, params])
  const change = useCallback(
    (part: Partial<TableAddress<Filter>>, replace = false) =>
      setParams((before) => tableParams(spec, { ...readTableAddress(spec, before), ...part }), { replace }),
    [spec, setParams],
  )
  const setQuery = useCallback<TableGoTo<Filter>['setQuery']>(
    (part, replace) => change({ ...firstPage, ...part }, replace),
    [change],
  )
  return { address, setQuery, setView: change }
}
