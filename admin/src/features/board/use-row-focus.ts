import { useEffect, useEffectEvent, useRef } from 'react'
import { isTyping, neighbourOf } from './board-keys.ts'
import { idInFocus, rowIn } from './row-focus.ts'
import type { BoardView } from './use-board-view.ts'

type RowFocus = {
  /** The rows' orders from top to bottom. */
  ids: readonly string[]
  view: BoardView
  /** Called before another row is opened or gone to. */
  onMove: () => void
}

/**
 * Which row is open and how the focus gets there. It is moved where the admin's own key or click leads it, and
 * never away from what they are at by now: the next letter may be a command.
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
  // As of the last render: answers come to functions of an earlier one, whose address is old by then.
  const now = useRef({ openId, open, goTo })
  now.current = { openId, open, goTo }
  return {
    list,
    open,
    goTo,
    isShown,
    /** Whether the focus came to its row by itself a moment ago, so that a key may be meant for the row before. */
    hasJustArrived: arrival.isRecent,
    step: (by: 1 | -1) => goTo(neighbourOf(ids, idInFocus(list.current) ?? openId ?? last.current, by)),
    /**
     * To be called before an order is dealt with: what was written about it is sent, and keys mean the board again
     * while the answer is on its way. What it returns goes to the row below, else above, unless the admin is
     * elsewhere by then.
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
    /** Opens a row and gives it the focus, unless the admin is at something else by now. */
    arriveAt: (orderid: string) => {
      if (isElsewhere(list.current, orderid) || isTyping(document.activeElement)) return
      if (idInFocus(list.current) !== orderid) arrival.note()
      if (now.current.openId === orderid) rowIn(list.current, orderid)?.focus()
      else now.current.goTo(orderid)
    },
    /** Opens a row to show what became of it, without moving the focus. @returns whether the row is open */
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
  /** Called before the focus is moved from where it was on this page. */
  onArrive: () => void
}

/**
 * Gives the focus to a row that a link has opened, once it is there, unless somebody is typing by then.
 * @returns says that a row was opened here, by the board itself
 */
function useLinkedRow({ list, openId, isShown, onArrive }: Linked): (orderid: string | undefined) => void {
  const known = useRef<string>(undefined)
  /** The page came with it: no key can have been meant for another row. */
  const atFirst = useRef(openId)
  const arrive = useEffectEvent(() => {
    if (openId !== atFirst.current) onArrive()
    atFirst.current = undefined
  })
  useEffect(() => {
    if (openId === undefined) known.current = undefined
    if (!isShown || known.current === openId) return
    known.current = openId
    if (isTyping(document.activeElement)) return
    arrive()
    rowIn(list.current, openId)?.focus()
  }, [list, openId, isShown])
  return (orderid) => {
    known.current = orderid
  }
}

const arrivalMs = 400

/** When the focus last came to a row as the consequence of an answer. */
function useArrival() {
  const at = useRef(Number.NEGATIVE_INFINITY)
  return {
    note: () => {
      at.current = performance.now()
    },
    isRecent: () => performance.now() - at.current < arrivalMs,
  }
}

/** Whether the admin is at something else than this order: another row, a field, a dialog. */
function isElsewhere(list: HTMLElement | null, orderid: string): boolean {
  const at = idInFocus(list)
  return at === undefined ? isTyping(document.activeElement) : at !== orderid
}
