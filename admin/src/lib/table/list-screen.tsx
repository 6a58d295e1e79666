import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { AdminTable } from '@jhatpat/shared/contracts/admin-tables.ts'
import type { AnyRoute, ParamsOf, QueryInputOf, ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CsvRoute } from './csv-button.tsx'
import { listQuery } from './list-query.ts'
import type { MatchReasonLine } from './match-reason-line.tsx'
import { type TableAddress, useTableAddress } from './table-address.ts'
import { type TablePage, TableScreen, type TableScreenProps } from './table-screen.tsx'

/** The parts of a table's screen that do not depend on where its rows come from. */
export type TableDisplay<Table extends AdminTable, Row, Filter extends string> = Omit<
  TableScreenProps<Table, Row, Filter>,
  'table' | 'query' | 'csv' | 'found'
>

/** What differs between lists: the call, and how its rows are shown and found. */
type ListDefinition<Table extends AdminTable, R extends AnyRoute, Row, Filter extends string> = TableDisplay<
  Table,
  Row,
  Filter
> & {
  route: R
  /** Parts of the query that a filter in the address replaces. */
  defaults?: Partial<QueryInputOf<R>>
  /** Queries under this key are fetched again when a row changes. */
  queryKey?: QueryKey
  pageOf: (reply: ResultOf<R>, address: TableAddress) => TablePage<Row>
  /** Shows how a search matched, where the reply has it. */
  matched?: typeof MatchReasonLine
  csv?: CsvRoute
}

/** What depends on the page and on the admin. */
type ListProps<Table extends AdminTable, R extends AnyRoute, Row, Filter extends string> = Partial<
  Pick<ListDefinition<Table, R, Row, Filter>, 'queryKey' | 'columns' | 'onOpen'>
> & {
  params?: ParamsOf<R>
  /** The part of the query that the address does not change. */
  query?: Partial<QueryInputOf<R>>
  /** Between tools and rows. */
  found?: (reply: ResultOf<R>, address: TableAddress) => ReactNode
  /** Below the table. */
  children?: (reply: ResultOf<R> | undefined) => ReactNode
}

/** The screen of a list whose call returns one page, by the filters, the sort and the cursor in the address. */
export function listScreen<Table extends AdminTable, R extends AnyRoute, Row, Filter extends string>(
  list: ListDefinition<Table, R, Row, Filter>,
) {
  return function ListScreen(props: ListProps<Table, R, Row, Filter>) {
    const { params, query: fixed, found, children, ...own } = props
    const {
      route,
      defaults,
      queryKey = ['admin', 'list', list.name],
      pageOf,
      matched: Matched,
      csv,
      ...shown
    } = { ...list, ...own }
    const table = useTableAddress(shown.spec)
    const { call } = useServices()
    const callQuery: QueryInputOf<R> & object = {
      ...defaults,
      ...listQuery<QueryInputOf<R> & object>(table.address, shown.fields, shown.spec),
      ...fixed,
    }
    const { data, ...query } = useQuery({
      queryKey: [...queryKey, callQuery],
      queryFn: ({ signal }) => call(route, { ...(params && { params }), query: callQuery, signal }),
      placeholderData: keepPreviousData,
    })
    const page = data && pageOf(data, table.address)
    return (
      <>
        <TableScreen
          {...shown}
          table={table}
          query={{ ...query, data: page }}
          csv={csv && { route: csv, query: callQuery }}
          found={
            <>
              {Matched && <Matched page={page} table={table} row={shown.texts.row} />}
              {data && found?.(data, table.address)}
            </>
          }
        />
        {children?.(data)}
      </>
    )
  }
}
