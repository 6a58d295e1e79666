import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Pager } from '@jhatpat/shared/ui/pager.tsx'
import { usePageLanguage } from '@jhatpat/shared/ui/texts/page-language.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import type { ReactNode } from 'react'
import { TableSkeleton } from './table-skeleton.tsx'
import { type ListPage, pageSize } from './use-list.ts'

type FilteredListProps<Row> = {
  list: {
    data: ListPage<Row> | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** A typical row; skeleton rows take its size. */
  sample: Row
  /** What the table shows, for screen readers. */
  label: string
  className: string
  isFiltered: boolean
  onClear: () => void
  onPage: (page: number) => void
  /** What the rows are, singular and plural: `order`, `orders`. */
  rowNames: readonly [string, string]
  /** The heading when no row matches the filters. */
  noneFound: string
  /** The text under the error when the list could not be fetched. */
  whenFailed: string
  /** Shown while there is nothing to filter yet. */
  whenEmpty: ReactNode
}

/** One page of the matching rows, or why there is none: loading, failed, no match, empty. */
export function FilteredList<Row>(props: FilteredListProps<Row>) {
  const { list, columns, rowKey, label, className, rowNames } = props
  const { data } = list
  if (!data) {
    return list.error ? (
      <Failed error={list.error} refetch={list.refetch} text={props.whenFailed} />
    ) : (
      <TableSkeleton columns={columns} sample={props.sample} className={className} />
    )
  }
  if (data.rows.length === 0) return <NoRows {...props} data={data} />
  return (
    <div className={`listed${list.isPlaceholderData ? ' waits' : ''}`} aria-busy={list.isPlaceholderData}>
      <DataTable
        label={label}
        columns={columns}
        rows={data.rows}
        rowKey={rowKey}
        cards
        className={className}
      />
      <ListPager list={data} isFiltered={props.isFiltered} rowNames={rowNames} onPage={props.onPage} />
    </div>
  )
}

function NoRows<Row>({ data, ...props }: FilteredListProps<Row> & { data: ListPage<Row> }) {
  const [, rows] = props.rowNames
  const speak = usePageLanguage()
  if (data.matching > 0) {
    return (
      <Empty
        spot="nomatch"
        title={speak(() => t('Nothing on this page'))}
        action={<Button onClick={() => props.onPage(1)}>{speak(() => t('First page'))}</Button>}
      >
        {speak(() => t('Go to the first page to see all {n}.', { n: formatCount(data.matching) }))}
      </Empty>
    )
  }
  if (data.all === 0 || !props.isFiltered) return props.whenEmpty
  return (
    <Empty
      spot="nomatch"
      title={props.noneFound}
      action={<Button onClick={props.onClear}>{speak(() => t('Clear filters'))}</Button>}
    >
      {speak(() => t('No {rows} match these filters.', { rows }))}
    </Empty>
  )
}

type FailedProps = { error: Error; refetch: () => unknown; text: string }

function Failed({ error, refetch, text }: FailedProps) {
  const speak = usePageLanguage()
  const again = (
    <Button icon="refresh-cw" onClick={() => refetch()}>
      {speak(() => t('Try again'))}
    </Button>
  )
  return (
    <Empty spot="offline" role="alert" title={speak(() => plainText(error.message))} action={again}>
      {text}
    </Empty>
  )
}

type ListPagerProps = {
  list: ListPage<unknown>
  isFiltered: boolean
  rowNames: readonly [string, string]
  onPage: (page: number) => void
}

/** The range of rows shown and their total, and the buttons back and next. */
function ListPager({ list, isFiltered, rowNames, onPage }: ListPagerProps) {
  const { page, matching } = list
  const isLast = page * pageSize >= matching
  const speak = usePageLanguage()
  return (
    <Pager
      className="list-pager"
      onPrevious={page > 1 ? () => onPage(page - 1) : undefined}
      onNext={isLast ? undefined : () => onPage(page + 1)}
    >
      {speak(() => countText(list, isFiltered, rowNames))}
    </Pager>
  )
}

/** `38 of 412 orders`; on a page of many `51–100 of 412 orders`, or `51–100 of 138 found`. */
function countText(
  { rows, page, matching, all }: ListPage<unknown>,
  isFiltered: boolean,
  [one, many]: readonly [string, string],
): string {
  const whole = `${formatCount(all)} ${all === 1 ? one : many}`
  if (matching <= pageSize) return isFiltered ? t('{n} found', { n: formatCount(matching) }) : whole
  const from = (page - 1) * pageSize + 1
  const range = `${formatCount(from)}–${formatCount(from + rows.length - 1)}`
  return isFiltered
    ? t('{range} of {n} found', { range, n: formatCount(matching) })
    : t('{n} of {whole}', { n: range, whole })
}
