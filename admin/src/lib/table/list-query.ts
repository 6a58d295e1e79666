import { type FilterField, listSort } from './filter-fields.ts'
import { hasSameFilters, hasSameSort, type TableAddress, type TableSpec } from './table-address.ts'
import type { TablePage } from './table-screen.tsx'

/**
 * The query for a long list: a search with the filters and the sort that it keeps, and a cursor
 * rather than a page number.
 */
export function listQuery<Query>(
  address: TableAddress,
  fields: readonly FilterField<string>[],
  spec: Pick<TableSpec, 'searchKeeps' | 'sorts'>,
): Query {
  const { size, page, after, before, q, filters } = address
  const sort = listSort(address, fields, spec)
  const part = after ? { cursor: after } : before ? { before } : page > 1 ? { page } : {}
  return {
    limit: size,
    ...part,
    ...(q && { q }),
    ...(hasSameFilters(spec, address) && filters),
    ...(hasSameSort(spec, address) && sort !== spec.sorts[0] && { sort }),
  } as Query
}

type Place = Pick<TableAddress, 'page' | 'size'>

/** Previous and next page of a list that is paged by number only. */
export const cursorsByNumber = ({ page, size }: Place, count: number) => ({
  next: page * size < count ? '' : null,
  previous: page > 1 ? '' : null,
})

/** One page of a fully loaded list. */
export const pageOfAll = <Row>(rows: readonly Row[], place: Place): TablePage<Row> => ({
  rows: rows.slice((place.page - 1) * place.size, place.page * place.size),
  count: rows.length,
  hasMore: false,
  ...cursorsByNumber(place, rows.length),
})
