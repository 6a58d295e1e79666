import type { TableAddress } from './table-address.ts'
import type { TablePage } from './table-screen.tsx'

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
