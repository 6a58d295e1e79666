import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { useState } from 'react'
import type { UnitDecision } from './open-units.ts'
import type { StableRow } from './stable-rows.ts'
import type { TransitionTarget } from './transition-targets.ts'
import type { BoardView } from './use-board-view.ts'
import { idInFocus, rowIn, useRowFocus } from './use-row-focus.ts'

/** The action on the expanded order that waits for confirmation. */
export type ConfirmingAction = TransitionTarget | UnitDecision

/** The expanded row, and the action on it that waits for confirmation. */
export function useExpandedRow({ rows, view }: { rows: readonly StableRow[]; view: BoardView }) {
  const { openId } = view
  const [confirming, setConfirming] = useState<{ orderid: string; action: ConfirmingAction }>()
  const ids = rows.map(({ order }) => order.orderid)
  const focus = useRowFocus({ ids, view, onMove: () => setConfirming(undefined) })
  const find = (orderid: string | undefined): BoardOrder | undefined =>
    rows.find((row) => row.order.orderid === orderid && !row.left)?.order
  return {
    ...focus,
    order: find(openId),
    openId,
    /** The order that keys act on: its row has the focus. */
    inFocus: () => find(idInFocus(focus.list.current)),
    /** The row that Tab reaches first. */
    tabStop: focus.isShown ? openId : ids[0],
    first: () => focus.goTo(ids[0]),
    confirming: confirming?.orderid === openId ? confirming?.action : undefined,
    confirm: (orderid: string, action: ConfirmingAction) => setConfirming({ orderid, action }),
    /** Ends the confirmation for this order, not one for another order. */
    answered: (orderid: string) => setConfirming((now) => (now?.orderid === orderid ? undefined : now)),
    close: () => {
      if (!confirming) return focus.open(undefined)
      const isInside = idInFocus(focus.list.current) === openId
      setConfirming(undefined)
      if (isInside) rowIn(focus.list.current, openId)?.focus()
    },
  }
}

export type ExpandedRow = ReturnType<typeof useExpandedRow>
