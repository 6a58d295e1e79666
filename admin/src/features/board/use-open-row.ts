import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { useEffect, useRef, useState } from 'react'
import { neighbourOf } from './board-keys.ts'
import type { MoveTo } from './bulk-plan.ts'
import type { PackDecision } from './pack-answers.ts'
import type { SteadyRow } from './steady-rows.ts'
import type { BoardView } from './use-board-view.ts'

/** What an admin is about to do to the open order. */
export type Asking = MoveTo | PackDecision

/** The open row: which one, how the focus gets there, and what is about to be done, once the admin says so. */
export function useOpenRow({ rows, view }: { rows: readonly SteadyRow[]; view: BoardView }) {
  const { openId } = view
  const list = useRef<HTMLOListElement>(null)
  const last = useRef(openId)
  const [asking, setAsking] = useState<{ orderid: string; what: Asking }>()
  const ids = rows.map(({ order }) => order.orderid)
  const order: BoardOrder | undefined = rows.find((row) => row.order.orderid === openId && !row.left)?.order
  const isShown = openId !== undefined && ids.includes(openId)
  if (openId !== undefined) last.current = openId

  // The focus follows the open row, unless it is inside it already.
  useEffect(() => {
    const element = isShown ? rowIn(list.current, openId) : undefined
    if (element && !element.contains(document.activeElement)) element.focus()
  }, [openId, isShown])

  const goTo = (orderid: string | undefined) => {
    setAsking(undefined)
    if (orderid !== undefined && orderid === openId) rowIn(list.current, orderid)?.focus()
    else view.open(orderid)
  }
  const closest = openId ?? last.current
  return {
    list,
    order,
    openId,
    /** The row that Tab reaches first. */
    tabStop: isShown ? openId : ids[0],
    goTo,
    first: () => goTo(ids[0]),
    step: (by: 1 | -1) => goTo(neighbourOf(ids, closest, by)),
    /** Where to go when the open row leaves: the one below, else the one above. */
    neighbour: () => {
      const at = ids.indexOf(openId ?? '')
      return at < 0 ? undefined : (ids[at + 1] ?? ids[at - 1])
    },
    asking: asking?.orderid === openId ? asking?.what : undefined,
    ask: (orderid: string, what: Asking | undefined) => setAsking(what && { orderid, what }),
    close: () => {
      if (asking) {
        setAsking(undefined)
        rowIn(list.current, openId)?.focus()
      } else view.open(undefined)
    },
  }
}

export type OpenRow = ReturnType<typeof useOpenRow>

function rowIn(list: HTMLElement | null, orderid: string | undefined): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`[data-order="${CSS.escape(orderid ?? '')}"]`) ?? undefined
}
