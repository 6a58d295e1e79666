import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMe, usePermission } from '../../lib/me.ts'
import { usePendingRows } from '../../lib/pending-orders.ts'
import { useRenewal } from '../../lib/use-renewal.ts'
import { holderOf, isAssignedByOpening, reassignedTo, shouldRenew } from './assignment.ts'
import { nameOf } from './board-texts.ts'
import type { BoardCommands } from './use-board-commands.ts'

/** Renews the assignment of the expanded order while the page is visible. */
export function useAssignmentRenewal(open: BoardOrder | undefined, renew: BoardCommands['renew']): void {
  const me = useMe()
  const nowMs = useNow(5000)
  const wanted = open !== undefined && shouldRenew(holderOf(open, me, nowMs), nowMs)
  useRenewal(wanted, nowMs, () => {
    if (open) void renew(open)
  })
}

/** Long enough that moving past a row does not open it. In ms. */
const openedAfterMs = 250

/**
 * Assigns an order that needs investigation once its row is expanded, so that two admins never
 * investigate the same one. Once for each opening: an admin who unassigns it can keep it expanded.
 */
export function useAssignOnOpen(open: BoardOrder | undefined, assign: BoardCommands['assign']): void {
  const me = useMe()
  const assignedId = useRef<string>(undefined)
  const openId = open?.orderid
  const canAssign = usePermission()('orders.decide')
  const isWanted =
    canAssign && open !== undefined && isAssignedByOpening(open, holderOf(open, me, serverNow()))
  const assignIfVisible = useEffectEvent(() => {
    if (!open || assignedId.current === open.orderid || document.visibilityState !== 'visible') return
    assignedId.current = open.orderid
    void assign(open, 'assign')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts with each expanded row
  useEffect(() => {
    assignedId.current = undefined
  }, [openId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts with each expanded row
  useEffect(() => {
    if (!isWanted) return
    const check = () => assignIfVisible()
    const timer = setTimeout(check, openedAfterMs)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [isWanted, openId])
}

/** Shows a message when another admin takes over one of the admin's orders. */
export function useReassignedNotice(
  note: BoardCommands['note'],
  showToast: (sentence: string) => void,
): void {
  const me = useMe()
  const rows = usePendingRows()
  const before = useRef<ReadonlyMap<string, BoardOrder>>(new Map())
  const check = useEffectEvent(() => {
    for (const order of rows) {
      const previous = before.current.get(order.orderid)
      const name = previous && reassignedTo(previous, order, me)
      if (!name) continue
      note(order.orderid, {
        kind: 'warn',
        title: `${name} is now the assignee`,
        text: 'You’re no longer assigned.',
      })
      showToast(`${name} is now assigned to ${nameOf(order)}.`)
    }
    before.current = new Map(rows.map((order) => [order.orderid, order]))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks whenever the rows change
  useEffect(() => check(), [rows])
}
