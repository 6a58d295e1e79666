import type { MatchReason } from '@jhatpat/shared/contracts/admin-lists.ts'
import type { AdminTable } from '@jhatpat/shared/contracts/admin-tables.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { Pager } from '@jhatpat/shared/ui/pager.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import {
  type ComponentType,
  type Key,
  type ReactNode,
  Suspense,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { LoadError } from '../load-error.tsx'
import { messageOf } from '../message-of.ts'
import { PageBar } from '../page-bar.tsx'
import { SavedViews } from '../views/saved-views.tsx'
import { CsvButton, type CsvRoute } from './csv-button.tsx'
import { EmptyTable } from './empty-table.tsx'
import { type FilterField, listSort, sortWith } from './filter-fields.ts'
import { PhoneSort } from './phone-sort.tsx'
import { hasSameSort, type TableAddress, type TableGoTo, type TableSpec } from './table-address.ts'
import type { TableColumn, TableTexts } from './table-parts.ts'
import { countText, rangeText } from './table-texts.ts'
import { TableTools } from './table-tools.tsx'
import { allRows, firstRows, renderAllBelow, type TableRowsProps, VirtualRows } from './virtual-rows.tsx'

const TableKeysDialog = lazyComponent(() => import('./table-keys-dialog.tsx'))

/** One page of rows, from any call. */
export type TablePage<Row> = {
  rows: readonly Row[]
  count: number
  hasMore: boolean
  /** Cursors; empty where the page number is enough, null at the end of the list. */
  next: string | null
  previous: string | null
  /** Which part of the searched text matched, where a search says so. */
  matchedBy?: MatchReason | null
}

/** The part of `useQuery` that a table needs. */
type TableQuery<Row> = {
  data: TablePage<Row> | undefined
  error: unknown
  refetch: () => unknown
  /** The rows of the previous address are still shown. */
  isPlaceholderData: boolean
}

export type TableScreenProps<Table extends AdminTable, Row, Filter extends string> = {
  /** Has the heads of the columns, and the saved views. */
  name: Table
  texts: TableTexts
  /** Part of another page, which has its own heading; without saved views. */
  isPart?: boolean
  spec: TableSpec<Filter>
  fields: readonly FilterField<Filter>[]
  columns: readonly TableColumn<Table, Row>[]
  rowKey: (row: Row) => Key
  onOpen?: ((row: Row) => void) | undefined
  table: TableGoTo<Filter> & { address: TableAddress<Filter> }
  query: TableQuery<Row>
  /** The next step of a row, at the foot of its card on phones. */
  nextStep?: ((row: Row) => ReactNode) | undefined
  /** Beside the title: the button that creates a row. */
  head?: ReactNode
  /** Above everything: the state of the list itself. */
  above?: ReactNode
  /** The call that exports the rows, and their query. */
  csv?: { route: CsvRoute; query: object } | undefined
  /** Between tools and rows: how the search matched. */
  found?: ReactNode
}

/**
 * A list of the admin app: its whole state is in the address, and its rows come from the server
 * page by page. Shows 'Loading...' while waiting, 'Error: ' with the reason after a failure, and
 * different texts for an empty list and for no match.
 */
export function TableScreen<Table extends AdminTable, Row, Filter extends string>(
  props: TableScreenProps<Table, Row, Filter>,
) {
  const { name, texts, isPart, spec, fields, columns, table, query, head, above, csv, found } = props
  const { data, error, refetch, isPlaceholderData } = query
  const search = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<'filter' | 'keys'>()
  return (
    <>
      {!isPart && (
        <PageBar title={texts.title}>
          {data && (
            <span className="t2 sm">
              <b className="num t1">{countText(data.count, data.hasMore)}</b>{' '}
              {data.count === 1 && !data.hasMore ? texts.row : texts.rows}
            </span>
          )}
          {head}
        </PageBar>
      )}
      {above && <div className="table-above">{above}</div>}
      {!isPart && <SavedViews table={name} />}
      <TableTools
        texts={texts}
        spec={spec}
        fields={fields}
        columns={columns}
        table={table}
        search={search}
        isFiltering={dialog === 'filter'}
        onFiltering={(open) => setDialog(open ? 'filter' : undefined)}
      >
        {csv && <CsvButton {...csv} title={texts.title} />}
      </TableTools>
      {found}
      {error !== null && error !== undefined && data && (
        <InlineMessage kind="bad" title={`Error: ${messageOf(error)}`} role="alert">
          <span>Showing the last loaded {texts.rows}. </span>
          <Button size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </InlineMessage>
      )}
      {data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'rows-old' : undefined}>
          <Rows
            {...props}
            data={data}
            keys={{
              search: () => search.current?.focus(),
              ...(fields.length > 0 && { filter: () => setDialog('filter') }),
              help: () => setDialog('keys'),
            }}
          />
        </div>
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <TableSkeleton label={texts.title} columns={shownColumns(props)} />
      )}
      {dialog === 'keys' && (
        <Optional>
          <TableKeysDialog open onClose={() => setDialog(undefined)} />
        </Optional>
      )}
    </>
  )
}

type RowsProps<Table extends AdminTable, Row, Filter extends string> = TableScreenProps<
  Table,
  Row,
  Filter
> & {
  data: TablePage<Row>
  keys: { search: () => void; filter?: () => void; help: () => void }
}

function Rows<Table extends AdminTable, Row, Filter extends string>(props: RowsProps<Table, Row, Filter>) {
  const isPhone = useIsPhone()
  const { texts, spec, fields, rowKey, onOpen, table, query, data, keys } = props
  const { address, setQuery } = table
  /** Cursors belong to the shown rows; while another page is loading they must not be used. */
  const setView: typeof table.setView = (part) => {
    if (!query.isPlaceholderData) table.setView(part)
  }
  const { page, size } = address
  if (data.rows.length === 0) return <EmptyTable texts={texts} spec={spec} table={table} />
  const { next, previous } = data
  const onNext = next !== null ? () => setView({ page: page + 1, after: next, before: '' }) : undefined
  // The second page returns to the first by number: rows created since then belong there.
  const onPrevious =
    previous !== null && page > 1
      ? () => setView({ page: page - 1, before: page > 2 ? previous : '', after: '' })
      : undefined
  const order = { sort: listSort(address, fields, spec), onSort: (sort: string) => setQuery({ sort }) }
  const columns = shownColumns({ ...props, nextStep: isPhone ? props.nextStep : undefined })
  return (
    <>
      {isPhone && <PhoneSort columns={columns} sorts={spec.sorts} {...order} />}
      <TableRows
        label={texts.title}
        columns={columns}
        rows={data.rows}
        rowKey={rowKey}
        {...order}
        onOpen={onOpen}
        keys={{ ...keys, next: onNext, previous: onPrevious }}
      />
      <Pager
        onPrevious={onPrevious}
        onNext={onNext}
        size={size}
        sizes={spec.sizes}
        onSize={(wanted) => setQuery({ size: wanted })}
      >
        {rangeText({ page, size, rows: data.rows.length, count: data.count, hasMore: data.hasMore })}
      </Pager>
    </>
  )
}

/** The columns in the address, in its order; sortable where the list supports that sort. */
function shownColumns<Table extends AdminTable, Row, Filter extends string>({
  columns,
  fields,
  spec,
  table,
  nextStep,
}: Pick<TableScreenProps<Table, Row, Filter>, 'columns' | 'fields' | 'spec' | 'table' | 'nextStep'>) {
  const { columns: shown, filters } = table.address
  const maySort = (key: string) =>
    hasSameSort(spec, table.address) && sortWith(`-${key}`, filters, fields) === `-${key}`
  const inOrder = shown.flatMap((key) => columns.filter((column) => column.key === key))
  const first = columns.filter(({ isFixed }) => isFixed)
  const last = columns.filter(({ isActions }) => isActions)
  const shownAlways = [...first, ...inOrder, ...last].map((column) => ({
    ...column,
    sortable: column.sortable && maySort(column.key),
  }))
  return nextStep ? [...shownAlways, nextColumn(nextStep)] : shownAlways
}

const nextColumn = <Row,>(nextStep: (row: Row) => ReactNode): Column<Row> => ({
  key: 'next-step',
  head: 'Next step',
  quiet: true,
  card: 'next',
  cell: nextStep,
})

const VirtualList = lazyComponent(() => import('./virtual-list.tsx'))

/** The rows of one page: virtualised, sortable by their heads, navigable by keys. */
function TableRows<Row>(props: TableRowsProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const count = props.rows.length
  const hasCards = useIsPhone()
  const drawn = hasCards ? allRows(count) : firstRows(count)
  const first = <VirtualRows {...props} box={box} drawn={drawn} />
  // Cards differ in height.
  if (count <= renderAllBelow || hasCards) return first
  const Many = VirtualList as ComponentType<TableRowsProps<Row>>
  return (
    <Suspense fallback={first}>
      <Many {...props} />
    </Suspense>
  )
}

const phone = '(width < 768px)'

/** Whether rows are cards, as the sheet has it. */
const useIsPhone = () =>
  useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(phone)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(phone).matches,
  )

const skeletonRows = Array.from({ length: 15 }, (_, index) => index)

/** The table's skeleton: its own heads, and rows of their final height. */
function TableSkeleton<Row>({ label, columns }: { label: string; columns: readonly Column<Row>[] }) {
  const empty = columns.map(({ key, head, right, className, card }) => ({
    key,
    head,
    right,
    className,
    card,
    cell: () => <Skeleton height={16} width={72} />,
  }))
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <DataTable
        dense
        className="pin"
        label={label}
        columns={empty}
        rows={skeletonRows}
        rowKey={(row) => row}
      />
    </div>
  )
}
