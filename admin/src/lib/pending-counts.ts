import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { processingCounts } from '@jhatpat/shared/contracts/board.ts'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import { isLate, needsAction } from '@jhatpat/shared/contracts/needs-action.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useQuery } from '@tanstack/react-query'
import { useMe } from './me.ts'
import { isTruncated, usePendingOrders, usePendingRows } from './pending-orders.ts'

export type PendingCounts = ResultOf<typeof processingCounts>

/**
 * Number of pending orders of each kind. Counted here when all are loaded, otherwise by the server;
 * until its counts arrive, only loaded orders count. `isComplete`: all are loaded.
 */
export function usePendingCounts(): PendingCounts & { isComplete: boolean } {
  const { call } = useServices()
  const local = useLocalCounts()
  const isPart = isTruncated(usePendingOrders().data)
  const { data } = useQuery({
    queryKey: ['admin', 'processing', 'counts'],
    queryFn: ({ signal }) => call(withoutSchemas.processingCounts, { signal }),
    enabled: isPart,
    refetchInterval: 5_000,
  })
  return isPart && data ? { ...data, isComplete: false } : { ...local, isComplete: !isPart }
}

function useLocalCounts(): PendingCounts {
  const me = useMe()
  const nowMs = useNow(5_000)
  const rows = usePendingRows()
  const assigned = rows.filter(({ assignee }) => assignee && Date.parse(assignee.until) > nowMs)
  return {
    all: rows.length,
    needsAction: rows.filter((order) => needsAction(order, nowMs)).length,
    late: rows.filter((order) => isLate(order, nowMs)).length,
    unknown: rows.filter(({ pendingReason }) => pendingReason.kind === 'outcome_unknown').length,
    mine: assigned.filter(({ assignee }) => assignee?.adminId === me._id).length,
    assigned: assigned.length,
  }
}
