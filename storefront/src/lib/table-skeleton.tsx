import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

type TableSkeletonProps<Row> = {
  columns: readonly Column<Row>[]
  /** A row of typical length. */
  sample: Row
  className: string
  count?: number
}

/** A table that loads, in the boxes of the final one: its own columns over a hidden typical row. */
export function TableSkeleton<Row>({ columns, sample, className, count = 8 }: TableSkeletonProps<Row>) {
  const rows = Array.from({ length: count }, (_, index) => ({ index, row: sample }))
  const hidden = columns.map((column) => ({ ...column, cell: ({ row }: { row: Row }) => column.cell(row) }))
  return (
    <div aria-busy="true">
      <div className="skeleton" aria-hidden="true" inert>
        <DataTable
          label={t('Loading...')}
          columns={hidden}
          rows={rows}
          rowKey={({ index }) => index}
          cards
          className={className}
        />
      </div>
    </div>
  )
}

const places = ['first', 'second', 'third', 'fourth', 'fifth']

/** Rows of a list while it loads. */
export function ListSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      {places.map((index) => (
        <Skeleton key={index} height={64} radius="var(--radius-lg)" />
      ))}
    </div>
  )
}
