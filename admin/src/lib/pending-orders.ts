import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { boardCursor, boardPageSize } from '@jhatpat/shared/contracts/board-cursor.ts'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import type { Call } from '@jhatpat/shared/contracts/client.ts'
import {
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import {
  type BoardState,
  emptyBoard,
  rowsOf,
  withChanged,
  withGone,
  withReply,
  withSnapshot,
} from './board-state.ts'
import { usePermission } from './me.ts'

const boardKey = ['admin', 'processing'] as const

/**
 * The pending orders. Events keep them up to date; the list is fetched again every 20 s in case one
 * was lost.
 */
export function usePendingOrders(): UseQueryResult<BoardState> {
  const { call } = useServices()
  const client = useQueryClient()
  const may = usePermission()
  return useQuery<BoardState>({
    enabled: may('board.view'),
    queryKey: boardKey,
    queryFn: async ({ signal }) => {
      const before = stateIn(client) ?? emptyBoard
      const askedAt = before.seen
      const pages = await loadPages(call, before, signal)
      return pages.reduce(
        (state, { orders, ...part }) => withSnapshot(state, orders, { ...part, askedAt }),
        stateIn(client) ?? emptyBoard,
      )
    },
    structuralSharing: false,
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}

type Page = { orders: BoardOrder[]; from: string; edge: string | null }

async function loadPage(call: Call, from: string, signal?: AbortSignal): Promise<Page> {
  const query = from ? { after: from, limit: boardPageSize } : { limit: boardPageSize }
  const orders = await call(withoutSchemas.processing, { query, ...(signal && { signal }) })
  return { orders, from, edge: edgeOf(orders) }
}

/** The position where a page ends that may not be the last; null for the last one. */
function edgeOf(orders: readonly BoardOrder[]): string | null {
  const last = orders.at(-1)
  return last && orders.length >= boardPageSize ? boardCursor(last) : null
}

/** Fetches as much of the list as this browser has already loaded, at least the first page. */
async function loadPages(call: Call, { edge, entries }: BoardState, signal: AbortSignal): Promise<Page[]> {
  const pages: Page[] = []
  for (let from: string | null = ''; from !== null; ) {
    const page: Page = await loadPage(call, from, signal)
    pages.push(page)
    const isEnough =
      page.edge === null || (edge === null ? pages.length * boardPageSize >= entries.size : page.edge >= edge)
    from = isEnough ? null : page.edge
  }
  return pages
}

/** Loads the page after those already loaded. */
export function useMorePending() {
  const { call } = useServices()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { edge, seen: askedAt } = stateIn(client) ?? emptyBoard
      if (edge === null) return
      const { orders, ...part } = await loadPage(call, edge)
      client.setQueryData<BoardState>(boardKey, (state) =>
        withSnapshot(state ?? emptyBoard, orders, { ...part, askedAt }),
      )
    },
  })
}

/** Whether there are pending orders that this browser has not loaded. */
export const isTruncated = (state: BoardState | undefined): boolean =>
  state !== undefined && state.edge !== null

/** The pending orders as rows, most urgent first; empty until they are loaded. */
export function usePendingRows(): BoardOrder[] {
  const { data } = usePendingOrders()
  return useMemo(() => rowsOf(data ?? emptyBoard), [data])
}

/** Applies the socket's events to the data of `usePendingOrders`. Rendered once in the app. */
export function useBoardEvents(): void {
  const { realtime } = useServices()
  const client = useQueryClient()
  useEffect(() => {
    const update = (change: (state: BoardState) => BoardState) =>
      client.setQueryData<BoardState>(boardKey, (state) => state && change(state))
    return realtime.subscribeBoard({
      snapshot: (orders) =>
        client.setQueryData<BoardState>(boardKey, (state) =>
          withSnapshot(state ?? emptyBoard, orders, { edge: edgeOf(orders) }),
        ),
      changed: (order) => update((state) => withChanged(state, order)),
      removed: (gone) => update((state) => withGone(state, gone)),
    })
  }, [realtime, client])
}

/** Updates after an action of this browser: applies the server's reply, or fetches the list again. */
export function useBoardUpdates() {
  const client = useQueryClient()
  return useMemo(
    () => ({
      apply: (order: BoardOrder) =>
        client.setQueryData<BoardState>(boardKey, (state) => withReply(state ?? emptyBoard, order)),
      /**
       * Resolves to the order's current state on the server, or undefined when it has left the
       * board.
       */
      refresh: async (orderid: string): Promise<BoardOrder | undefined> => {
        await client.refetchQueries({ queryKey: boardKey })
        return stateIn(client)?.entries.get(orderid)?.order
      },
    }),
    [client],
  )
}

function stateIn(client: QueryClient): BoardState | undefined {
  return client.getQueryData<BoardState>(boardKey)
}
