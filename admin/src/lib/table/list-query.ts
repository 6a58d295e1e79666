import { type FilterField, listSort } from './filter-fields.ts'
import type { TableAddress } from './table-address.ts'

/** What a call for a long list is asked with: a search alone, else filters and their order; a cursor before a page's number. */
export function listQuery<Query>(address: TableAddress, fields: readonly FilterField<string>[]): Query {
  const { size, page, after, before, q, filters } = address
  const sort = listSort(address, fields)
  const part = after ? { cursor: after } : before ? { before } : page > 1 ? { page } : {}
  const asked = q ? { q } : { ...filters, ...(sort === '-createdAt' ? {} : { sort }) }
  return { limit: size, ...part, ...asked } as Query
}
