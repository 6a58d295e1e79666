import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'

type TableSkeletonProps<Row> = {
  columns: readonly Column<Row>[]
  /** A row as they are on average. */
  sample: Row
  className: string
  count?: number
}

/** A table that loads, in the boxes of the final one: its own columns over a row that is not shown. */
export function TableSkeleton<Row>({ columns, sample, className, count = 8 }: TableSkeletonProps<Row>) {
  const rows = Array.from({ length: count }, (_, place) => ({ place, row: sample }))
  const hidden = columns.map((column) => ({ ...column, cell: ({ row }: { row: Row }) => column.cell(row) }))
  return (
    <div aria-busy="true">
      <div className="skeleton" aria-hidden="true" inert>
        <DataTable
          label="Loading"
          columns={hidden}
          rows={rows}
          rowKey={({ place }) => place}
          cards
          className={className}
        />
      </div>
    </div>
  )
}
