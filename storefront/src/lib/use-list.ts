import { userAtom } from '@jhatpat/shared/browser/session.ts'
import type { ListCount } from '@jhatpat/shared/contracts/list-queries.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type NamedCall, useCall } from './use-call.ts'

export type ListPage<Row> = ListCount & { rows: Row[]; page: number }

type List<Row, Filters> = {
  /** The list's query key in the cache. */
  name: string
  /** The filters of the rows. */
  query: Filters
  page: number
  fetchPage: (call: NamedCall, userid: string, signal: AbortSignal) => Promise<[Row[], ListCount]>
  /** Whether a row may still change by itself; the list is polled meanwhile. */
  isMoving: (row: Row) => boolean
}

/** Rows per page. */
export const pageSize = 50
const askAgainMs = 20_000

/**
 * One page of the signed-in user's list with its counts. Until another page or other filters have loaded, the
 * previous rows stay (`isPlaceholderData`), so that nothing flashes.
 */
export function useList<Row, Filters>(list: List<Row, Filters>): UseQueryResult<ListPage<Row>> {
  const { name, query: filters, page, fetchPage, isMoving } = list
  const call = useCall()
  const userid = useAtomValue(userAtom)?.userid ?? ''
  return useQuery<ListPage<Row>>({
    queryKey: [name, userid, filters, page],
    queryFn: async ({ signal }) => {
      const [rows, count] = await fetchPage(call, userid, signal)
      return { rows, page, ...count }
    },
    placeholderData: (before, query) => (query?.queryKey[1] === userid ? before : undefined),
    enabled: userid !== '',
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.rows.some(isMoving) ? askAgainMs : false),
  })
}
