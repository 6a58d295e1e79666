import { type FilterField, listSort } from './filter-fields.ts'
import { hasSameFilters, hasSameSort, type TableAddress, type TableSpec } from './table-address.ts'

/**
 * The query for a long list: a search with the filters and the sort that it keeps, and a cursor
 * rather than a page number.
 */
export function listQuery<Query>(
  address: TableAddress,
  fields: readonly FilterField<string>[],
  spec: Pick<TableSpec, 'searchKeeps'> & Partial<Pick<TableSpec, 'sorts'>> = {},
): Query {
  const { size, page, after, before, q, filters } = address
  const sort = listSort(address, fields, spec)
  const usual = spec.sorts?.[0] ?? '-createdAt'
  const part = after ? { cursor: after } : before ? { before } : page > 1 ? { page } : {}
  return {
    limit: size,
    ...part,
    ...(q && { q }),
    ...(hasSameFilters(spec, address) && filters),
    ...(hasSameSort(spec, address) && sort !== usual && { sort }),
  } as Query
}
