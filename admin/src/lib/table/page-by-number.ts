import type { TableAddress } from './table-address.ts'
import type { TablePage } from './table-screen.tsx'

type Place = Pick<TableAddress, 'page' | 'size'>

/** The ways on and back in a list that is turned by its pages' numbers alone. */
export const cursorsByNumber = ({ page, size }: Place, count: number) => ({
  next: page * size < count ? '' : null,
  previous: page > 1 ? '' : null,
})

/** One page of a list that is here whole. */
export const pageOfAll = <Row>(rows: readonly Row[], place: Place): TablePage<Row> => ({
  rows: rows.slice((place.page - 1) * place.size, place.page * place.size),
  count: rows.length,
  hasMore: false,
  ...cursorsByNumber(place, rows.length),
})
