import { type Key, memo, type ReactNode } from 'react'

export type SortDirection = 'ascending' | 'descending'

export type Column<Row> = {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers are aligned right. */
  right?: boolean | undefined
  /** The head is for screen readers only, as over a column of buttons. */
  quiet?: boolean | undefined
  className?: string | undefined
  sortable?: boolean | undefined
  /** Its place on the card that a row of a dense table is on phones; columns without one are left out there. */
  card?: CardPlace | undefined
}

/** Above: name and amount. Below: details and age, then a sentence. At the foot: status and next step. */
type CardPlace = 'title' | 'amount' | 'detail' | 'age' | 'text' | 'status' | 'next'

export type DataTableProps<Row> = {
  /** What the table shows, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /**
   * Rows become cards under 900 px (customers). Without it a row is a card on phones: by the places of its columns or,
   * where no column has one, with a line for each value (admin).
   */
  cards?: boolean | undefined
  dense?: boolean | undefined
  className?: string | undefined
  sort?: { key: string; direction: SortDirection } | undefined
  onSort?: ((key: string, direction: SortDirection) => void) | undefined
  isSelected?: ((row: Row) => boolean) | undefined
  /**
   * `rows` are a window of a longer list that begins at `first`; the other rows only take their room, in px.
   * Rows are focusable.
   */
  window?: { first: number; total: number; before: number; after: number } | undefined
}

/** A table of rows. The caller decides the order and position of each row; the table only renders them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    cards = false,
    dense = false,
    className = '',
    isSelected,
    window,
  } = props
  const form = cards ? 'cards' : columns.some(({ card }) => card) || window ? 'phone-cards' : 'phone-lines'
  const tableClass = `table ${form}${dense ? ' dense' : ''} ${className}`.trim()
  const RowComponent = window ? MemoTableRow : TableRow
  const table = (
    <table className={tableClass} aria-label={label} aria-rowcount={window && window.total + 1}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {window && <Room height={window.before} />}
        {rows.map((row, index) => (
          <RowComponent
            key={rowKey(row)}
            row={row}
            columns={columns}
            isSelected={isSelected?.(row)}
            at={window && window.first + index}
          />
        ))}
        {window && <Room height={window.after} />}
      </tbody>
    </table>
  )
  if (cards) return <div className="table-wrap">{table}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by key
    <section className="table-wrap" tabIndex={0} aria-label={label}>
      {table}
    </section>
  )
}

type LineProps<Row> = Pick<DataTableProps<Row>, 'columns'> & {
  row: Row
  isSelected: boolean | undefined
  /** Its index among all rows, if only a window of them is rendered. */
  at: number | undefined
}

function TableRow<Row>({ row, columns, isSelected, at }: LineProps<Row>) {
  return (
    <tr aria-selected={isSelected} {...(at !== undefined && placeOf(at))}>
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)} data-l={labelOf(column)} data-card={column.card}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/**
 * Memoised, so that scrolling a long table does not render a row again in each frame. New columns render
 * every row.
 */
const MemoTableRow = memo(TableRow) as typeof TableRow

/** The head is the first row. */
const placeOf = (index: number) => ({ 'data-row': index, 'aria-rowindex': index + 2, tabIndex: -1 })

/** Room for rows that are not rendered. */
function Room({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null
}

type HeadProps<Row> = Pick<DataTableProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> }

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : undefined
  const head = column.quiet ? <span className="visually-hidden">{column.head}</span> : column.head
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" className={cellClass(column)}>
        {head}
      </th>
    )
  }
  return (
    <th scope="col" className={cellClass(column)} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        onClick={() => onSort(column.key, direction === 'descending' ? 'ascending' : 'descending')}
      >
        {head}
        <span aria-hidden="true">
          {direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : ''}
        </span>
      </button>
    </th>
  )
}

/** The head, before the value of a line. */
function labelOf<Row>({ head, quiet }: Column<Row>): string | undefined {
  return typeof head === 'string' && !quiet ? head : undefined
}

function cellClass<Row>({ right, className }: Column<Row>): string | undefined {
  return [right && 'r', className].filter(Boolean).join(' ') || undefined
}
