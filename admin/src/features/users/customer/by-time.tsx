import type { AdminTable } from '@jhatpat/shared/contracts/admin-tables.ts'
import { toWireDate } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import type { TableColumn } from '../../../lib/table/table-parts.ts'

type Listed = { createdAt: string }

/**
 * Columns as shown beside the account: sortable by time only, which is shortened, with the full
 * time in its title.
 */
export const byTime = <Table extends AdminTable, Row extends Listed>(
  columns: readonly TableColumn<Table, Row>[],
): TableColumn<Table, Row>[] =>
  columns.map((column) => {
    if (column.key === 'value') return { ...column, sortable: false }
    return column.key === 'createdAt'
      ? { ...column, cell: ({ createdAt }) => <Short at={createdAt} /> }
      : column
  })

function Short({ at }: { at: string }) {
  const isToday = toWireDate(at) === toWireDate(serverNow())
  return <TimeText at={at} as={isToday ? 'clock' : 'day'} className="t2" />
}
