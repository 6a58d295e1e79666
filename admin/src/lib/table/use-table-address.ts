import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  firstPage,
  readTableAddress,
  type TableAddress,
  type TableSpec,
  tableParams,
} from './table-address.ts'

export type TableGoTo<Filter extends string = string> = {
  /** Changes the query and returns to the first page. */
  setQuery: (part: Partial<TableAddress<Filter>>, replace?: boolean) => void
  /** Shows another page of the same rows, or other columns. */
  setView: (part: Partial<TableAddress<Filter>>, replace?: boolean) => void
}

/** The state of a table in the address, with functions to change it. */
export function useTableAddress<Filter extends string>(
  spec: TableSpec<Filter>,
): TableGoTo<Filter> & { address: TableAddress<Filter> } {
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readTableAddress(spec, params), [spec, params])
  const change = useCallback(
    (part: Partial<TableAddress<Filter>>, replace = false) =>
      setParams((before) => tableParams(spec, { ...readTableAddress(spec, before), ...part }), { replace }),
    [spec, setParams],
  )
  const setQuery = useCallback<TableGoTo<Filter>['setQuery']>(
    (part, replace) => change({ ...firstPage, ...part }, replace),
    [change],
  )
  return { address, setQuery, setView: change }
}
