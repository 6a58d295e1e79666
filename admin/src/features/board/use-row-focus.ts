import { useEffect, useEffectEvent, useRef } from 'react'
import { isTyping, neighbourOf } from './board-keys.ts'
import type { BoardView } from './use-board-view.ts'

type RowFocus = {
  /** The orders of the rows from top to bottom. */
  ids: readonly string[]
  view: BoardView
  /** Called before another row is expanded or focused. */
  onMove: () => void
}

/**
 * Which row is expanded, and when it gets the focus. The focus moves only on the admin's own key or
 * click, and never away from an element used since: the next letter may be a command.
 */
export function useRowFocus({ ids, view, onMove }: RowFocus) {
  const { openId } = view
  const list = useRef<HTMLOListElement>(null)
  const last = useRef(openId)
  if (openId !== undefined) last.current = openId
  const isShown = openId !== undefined && ids.includes(openId)
  const arrival = useArrival()
  const openHere = useLinkedRow({ list, openId, isShown, onArrive: arrival.note })
  const open = (orderid: string | undefined) => {
    openHere(orderid)
    now.current.openId = orderid
    view.open(orderid)
  }
  const goTo = (orderid: string | undefined) => {
    onMove()
    open(orderid)
    rowIn(list.current, orderid)?.focus()
  }
  // The values of the last render: replies reach functions of an earlier one, whose address is
  // outdated.
  const now = useRef({ openId, open, goTo })
  now.current = { openId, open, goTo }
  return {
    list,
    open,
    goTo,
    isShown,
    /**
     * Whether the focus has just moved automatically, so that a key may have been meant for the
     * previous row.
     */
    hasJustArrived: arrival.isRecent,
    step: (by: 1 | -1) => goTo(neighbourOf(ids, idInFocus(list.current) ?? openId ?? last.current, by)),
    /**
     * Call before an order is processed: sends its unsaved note, and gives the keys back to the
     * board while the call runs. The returned function moves the focus to the row below, otherwise
     * above, unless the admin has moved on.
     */
    leaving: (orderid: string) => {
      if (idInFocus(list.current) === orderid && isTyping(document.activeElement))
        rowIn(list.current, orderid)?.focus({ preventScroll: true })
      const at = ids.indexOf(orderid)
      const others = at < 0 ? [] : [...ids.slice(at + 1), ...ids.slice(0, at).reverse()]
      return () => {
        if (now.current.openId !== orderid || isElsewhere(list.current, orderid)) return
        arrival.note()
        now.current.goTo(others.find((id) => rowIn(list.current, id)))
      }
    },
    /** Expands a row and focuses it, unless the admin is using something else. */
    arriveAt: (orderid: string) => {
      if (isElsewhere(list.current, orderid) || isTyping(document.activeElement)) return
      if (idInFocus(list.current) !== orderid) arrival.note()
      if (now.current.openId === orderid) rowIn(list.current, orderid)?.focus()
      else now.current.goTo(orderid)
    },
    /**
     * Expands a row to show a result, without moving the focus.
     * @returns whether the row is expanded
     */
    reveal: (orderid: string): boolean => {
      if (now.current.openId === orderid) return true
      const isThere = idInFocus(list.current) === orderid
      const isInTheWay = now.current.openId !== undefined && !isThere
      if (isElsewhere(list.current, orderid) || isInTheWay) return false
      onMove()
      now.current.open(orderid)
      return true
    },
  }
}

type Linked = {
  list: { current: HTMLOListElement | null }
  openId: string | undefined
  isShown: boolean
  /** Called before the focus moves from another element of this page. */
  onArrive: () => void
}

/**
 * Focuses the row that a link expands once it is rendered, unless the admin is typing.
 * @returns a function that reports a row expanded by the board itself
 */
function useLinkedRow({ list, openId, isShown, onArrive }: Linked): (orderid: string | undefined) => void {
  const handledId = useRef<string>(undefined)
  /** The page was loaded with it: no key can have been meant for another row. */
  const atFirst = useRef(openId)
  const arrive = useEffectEvent(() => {
    if (openId !== atFirst.current) onArrive()
    atFirst.current = undefined
  })
  useEffect(() => {
    if (openId === undefined) handledId.current = undefined
    if (!isShown || handledId.current === openId) return
    handledId.current = openId
    if (isTyping(document.activeElement)) return
    arrive()
    rowIn(list.current, openId)?.focus()
  }, [list, openId, isShown])
  return (orderid) => {
    handledId.current = orderid
  }
}

const arrivalMs = 400

/** When the focus last moved to a row as the result of an action. */
function useArrival() {
  const at = useRef(Number.NEGATIVE_INFINITY)
  return {
    note: () => {
      at.current = performance.now()
    },
    isRecent: () => performance.now() - at.current < arrivalMs,
  }
}

/** Whether the admin uses something other than this order: another row, a field, a dialog. */
function isElsewhere(list: HTMLElement | null, orderid: string): boolean {
  const at = idInFocus(list)
  return at === undefined ? isTyping(document.activeElement) : at !== orderid
}

/** The row element of an order, if it is on the screen. */
export function rowIn(list: HTMLElement | null, orderid: string | undefined): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`[data-order="${CSS.escape(orderid ?? '')}"]`) ?? undefined
}

/** The order whose row contains the focus. */
export function idInFocus(list: HTMLElement | null): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-order]')
  return row && list?.contains(row) ? row.dataset.order : undefined
}
