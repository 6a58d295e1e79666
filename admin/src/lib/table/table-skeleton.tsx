import type { Column } from '@jhatpat/shared/ui/data-table.tsx'
import { DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'

const held = Array.from({ length: 15 }, (_, index) => index)

/** The table while its first rows are on their way: its own heads, and rows of their final height. */
export function TableSkeleton<Row>({ label, columns }: { label: string; columns: readonly Column<Row>[] }) {
  const empty = columns.map(({ key, head, right }) => ({
    ...{ key, head, right },
    cell: () => <Skeleton height={16} width={72} />,
  }))
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <DataTable dense className="pin" label={label} columns={empty} rows={held} rowKey={(row) => row} />
    </div>
  )
}
