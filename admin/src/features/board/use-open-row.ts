import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { useState } from 'react'
import type { MoveTo } from './offered-moves.ts'
import { idInFocus, rowIn } from './row-focus.ts'
import type { SteadyRow } from './steady-rows.ts'
import type { UnitDecision } from './unit-answers.ts'
import type { BoardView } from './use-board-view.ts'
import { useRowFocus } from './use-row-focus.ts'

/** What an admin is about to do to the open order. */
export type Asking = MoveTo | UnitDecision

/** The open row: which one, and what is about to be done to it, once the admin says so. */
export function useOpenRow({ rows, view }: { rows: readonly SteadyRow[]; view: BoardView }) {
  const { openId } = view
  const [asking, setAsking] = useState<{ orderid: string; what: Asking }>()
  const ids = rows.map(({ order }) => order.orderid)
  const focus = useRowFocus({ ids, view, onMove: () => setAsking(undefined) })
  const find = (orderid: string | undefined): BoardOrder | undefined =>
    rows.find((row) => row.order.orderid === orderid && !row.left)?.order
  return {
    ...focus,
    order: find(openId),
    openId,
    /** The order that keys act on: the one whose row holds the focus. */
    inFocus: () => find(idInFocus(focus.list.current)),
    /** The row that Tab reaches first. */
    tabStop: focus.isShown ? openId : ids[0],
    first: () => focus.goTo(ids[0]),
    asking: asking?.orderid === openId ? asking?.what : undefined,
    ask: (orderid: string, what: Asking) => setAsking({ orderid, what }),
    /** Takes back what was asked about this order, not about another. */
    answered: (orderid: string) => setAsking((now) => (now?.orderid === orderid ? undefined : now)),
    close: () => {
      if (!asking) return focus.open(undefined)
      const isInside = idInFocus(focus.list.current) === openId
      setAsking(undefined)
      if (isInside) rowIn(focus.list.current, openId)?.focus()
    },
  }
}

export type OpenRow = ReturnType<typeof useOpenRow>
