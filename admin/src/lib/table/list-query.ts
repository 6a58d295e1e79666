import { type FilterField, listSort } from './filter-fields.ts'
import { hasSameFilters, hasSameSort, type TableAddress, type TableSpec } from './table-address.ts'

/**
 * What a call for a long list is asked with: a search, and of filters and order what it keeps; a cursor before a page's
 * number.
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
