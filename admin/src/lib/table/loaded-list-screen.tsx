import type { AdminTable } from '@jhatpat/shared/contracts/admin-tables.ts'
import { useMemo } from 'react'
import type { CsvRoute } from './csv-button.tsx'
import { listQuery, pageOfAll } from './list-query.ts'
import type { TableDisplay } from './list-screen.tsx'
import { useTableAddress } from './table-address.ts'
import { TableScreen } from './table-screen.tsx'

type LoadedListProps<Table extends AdminTable, Row, Query, Filter extends string> = TableDisplay<
  Table,
  Row,
  Filter
> & {
  query: { data: Row[] | undefined; error: unknown; refetch: () => unknown; isPlaceholderData: boolean }
  /** Filters and sorts the rows, as the CSV file does. */
  parse: (rows: readonly Row[], query: Query) => Row[]
  csv: CsvRoute
}

/** The screen of a list that its call returns whole: filtered, sorted and paged here. */
export function LoadedListScreen<Table extends AdminTable, Row, Query extends object, Filter extends string>(
  props: LoadedListProps<Table, Row, Query, Filter>,
) {
  const { query, parse, csv, ...shown } = props
  const { spec, fields } = shown
  const table = useTableAddress(spec)
  const { address } = table
  const rowQuery = useMemo(() => listQuery<Query>(address, fields, spec), [address, fields, spec])
  const { data } = query
  const page = useMemo(
    () => data && pageOfAll(parse(data, rowQuery), address),
    [data, parse, rowQuery, address],
  )
  return (
    <TableScreen
      {...shown}
      table={table}
      query={{ ...query, data: page }}
      csv={{ route: csv, query: rowQuery }}
    />
  )
}
