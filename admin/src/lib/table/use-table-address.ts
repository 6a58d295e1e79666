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
  /** Asks for something else: from the first page on. */
  ask: (part: Partial<TableAddress<Filter>>, replace?: boolean) => void
  /** Another part of the same rows, or other columns of them. */
  turn: (part: Partial<TableAddress<Filter>>, replace?: boolean) => void
}

/** What the address says about the table, and the ways to change it. */
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
  const ask = useCallback<TableGoTo<Filter>['ask']>(
    (part, replace) => change({ ...firstPage, ...part }, replace),
    [change],
  )
  return { address, ask, turn: change }
}
