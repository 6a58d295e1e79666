import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Pager } from '@jhatpat/shared/ui/pager.tsx'
import { type ListPage, pageSize } from './use-list.ts'

type ListPagerProps = {
  list: ListPage<unknown>
  isFiltered: boolean
  rowNames: readonly [string, string]
  onPage: (page: number) => void
}

/** Which rows of how many are shown, and the ways back and on. */
export function ListPager({ list, isFiltered, rowNames, onPage }: ListPagerProps) {
  const { page, matching } = list
  const isLast = page * pageSize >= matching
  return (
    <Pager
      className="list-pager"
      onPrevious={page > 1 ? () => onPage(page - 1) : undefined}
      onNext={isLast ? undefined : () => onPage(page + 1)}
    >
      {countText(list, isFiltered, rowNames)}
    </Pager>
  )
}

/** `38 of 412 orders`; on a page of many `51–100 of 412 orders`, or `51–100 of 138 found, of 412 orders`. */
export function countText(
  { rows, page, matching, all }: ListPage<unknown>,
  isFiltered: boolean,
  [one, many]: readonly [string, string],
): string {
  const whole = `${formatCount(all)} ${all === 1 ? one : many}`
  if (matching <= pageSize) return isFiltered ? `${formatCount(matching)} of ${whole}` : whole
  const from = (page - 1) * pageSize + 1
  const shown = `${formatCount(from)}–${formatCount(from + rows.length - 1)}`
  return isFiltered ? `${shown} of ${formatCount(matching)} found, of ${whole}` : `${shown} of ${whole}`
}
