import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { type Key, type RefObject, useEffect, useState } from 'react'
import { type TableKeys, useTableKeys } from './use-table-keys.ts'

export type TableRowsProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** A field name; a leading minus means latest or largest first. */
  sort: string
  onSort: (sort: string) => void
  onOpen?: ((row: Row) => void) | undefined
  keys?: Omit<TableKeys, 'open' | 'goToRow' | 'rows'> | undefined
}

type VirtualRowsProps<Row> = TableRowsProps<Row> & {
  box: RefObject<HTMLDivElement | null>
  drawn: VirtualRange
}

/** Some rows of a page, with blank space for the others. */
export function VirtualRows<Row>({ rows, sort, onSort, onOpen, keys = {}, ...more }: VirtualRowsProps<Row>) {
  const { box, drawn, ...table } = more
  const [wanted, setWanted] = useState<number>()
  const { from, to, before, after, showRow } = drawn
  const at = (index: number) => box.current?.querySelector<HTMLElement>(`tr[data-row="${index}"]`)
  const goToRow = (index: number) => {
    showRow(index)
    setWanted(index)
  }
  useEffect(() => {
    if (wanted === undefined) return
    const row = at(wanted)
    if (!row) return
    row.focus({ preventScroll: true })
    row.scrollIntoView?.({ block: 'nearest' })
    setWanted(undefined)
  })
  const openRow = (index: number) => {
    const row = rows[index]
    if (row) onOpen?.(row)
  }
  useTableKeys(box, { ...keys, rows: rows.length, goToRow, open: onOpen ? openRow : undefined })
  return (
    <div ref={box}>
      <DataTable
        {...table}
        dense
        className="pin"
        rows={rows.slice(from, to)}
        window={{ first: from, total: rows.length, before, after }}
        sort={{ key: sort.replace('-', ''), direction: sort.startsWith('-') ? 'descending' : 'ascending' }}
        onSort={(key, way) => onSort(way === 'descending' ? `-${key}` : key)}
      />
    </div>
  )
}

/** The rendered rows of a page, and the space in px of those above and below. */
export type VirtualRange = {
  from: number
  to: number
  before: number
  after: number
  showRow: (index: number) => void
}

/** Height of a row in a dense table, in px. */
export const rowHeight = 44

/** Pages with more rows are virtualised. */
export const renderAllBelow = 100

/** All rows of a short page, and the first of a long one. */
export function firstRows(rows: number): VirtualRange {
  const to = Math.min(rows, renderAllBelow)
  return { from: 0, to, before: 0, after: (rows - to) * rowHeight, showRow: () => undefined }
}

export const allRows = (rows: number): VirtualRange => ({
  from: 0,
  to: rows,
  before: 0,
  after: 0,
  showRow: () => undefined,
})
