import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { processing } from '@jhatpat/shared/contracts/admin.ts'
import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
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

const boardKey = ['admin', 'processing'] as const

/** The pending orders. Events keep them fresh; the list is asked for again every 20 s in case one was lost. */
export function usePendingOrders(): UseQueryResult<BoardState> {
  const { call } = useServices()
  const client = useQueryClient()
  return useQuery<BoardState>({
    queryKey: boardKey,
    queryFn: async ({ signal }) => {
      const askedAt = stateIn(client)?.seen ?? 0
      const orders = await call(processing, { signal })
      return withSnapshot(stateIn(client) ?? emptyBoard, orders, askedAt)
    },
    structuralSharing: false,
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}

/** The same as rows, the most urgent first; empty while nothing is known. */
export function usePendingRows(): BoardOrder[] {
  const { data } = usePendingOrders()
  return useMemo(() => rowsOf(data ?? emptyBoard), [data])
}

/** Turns the socket's news into updates of what `usePendingOrders` shows. Stands once in the app. */
export function useBoardNews(): void {
  const { realtime } = useServices()
  const client = useQueryClient()
  useEffect(() => {
    const update = (change: (state: BoardState) => BoardState) =>
      client.setQueryData<BoardState>(boardKey, (state) => state && change(state))
    return realtime.watchBoard({
      snapshot: (orders) =>
        client.setQueryData<BoardState>(boardKey, (state) => withSnapshot(state ?? emptyBoard, orders)),
      changed: (order) => update((state) => withChanged(state, order)),
      gone: (gone) => update((state) => withGone(state, gone)),
    })
  }, [realtime, client])
}

/** For what this browser does itself: put in the server's answer, or ask for the list again. */
export function useBoardUpdates() {
  const client = useQueryClient()
  return useMemo(
    () => ({
      apply: (order: BoardOrder) =>
        client.setQueryData<BoardState>(boardKey, (state) => withReply(state ?? emptyBoard, order)),
      /** Resolves to the order as the server has it now, or undefined when it has left the board. */
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
