import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { type FocusEvent, useEffect, useState } from 'react'

/** A shown row. `left`: its order has left the list, and the row only keeps its position. */
export type StableRow = { order: BoardOrder; left: boolean }

type StableRowsInput = {
  /** The rows on the screen now. */
  shown: readonly StableRow[]
  /** The rows that should be shown, in order. */
  current: readonly BoardOrder[]
  /** The mouse or the focus is on the rows: none may move. */
  isInteracting: boolean
  /** The mouse moves over the rows: none may leave from under it. */
  isAiming?: boolean
  /** The order whose row is open, which says what happened to it until it is closed. */
  openId?: string | undefined
  /** All orders of the board: an open row stays while its order is pending, also in a tab that it has left. */
  pending?: readonly BoardOrder[]
  /** Orders that this admin has just changed: they may leave at once. */
  ownChanges: ReadonlySet<string>
}

/**
 * Computes the rows: new orders wait during interaction (`waiting` counts them), orders that left go at once
 * unless their row is open or the mouse moves over the rows, and updates show in place.
 */
export function stableRows({
  shown,
  current,
  isInteracting,
  isAiming = false,
  openId,
  pending = [],
  ownChanges,
}: StableRowsInput): {
  rows: StableRow[]
  waiting: number
} {
  const openOrder = pending.find(({ orderid }) => orderid === openId)
  const isOpenGone =
    openId !== undefined &&
    isOnlyShown(openId, shown, current) &&
    (openOrder !== undefined || !ownChanges.has(openId))
  if ((!isInteracting && !isOpenGone) || shown.length === 0)
    return { rows: current.map((order) => ({ order, left: false })), waiting: 0 }
  const now = new Map(current.map((order) => [order.orderid, order]))
  const rows = shown.flatMap(({ order }) => {
    const fresh = now.get(order.orderid) ?? (order.orderid === openId ? openOrder : undefined)
    if (fresh) return [{ order: fresh, left: false }]
    const stays = (isAiming || order.orderid === openId) && !ownChanges.has(order.orderid)
    return stays ? [{ order, left: true }] : []
  })
  const shownIds = new Set(shown.map(({ order }) => order.orderid))
  return { rows, waiting: current.filter((order) => !shownIds.has(order.orderid)).length }
}

/** Whether an order is on the screen and no longer in the list. */
const isOnlyShown = (openId: string, shown: readonly StableRow[], current: readonly BoardOrder[]): boolean =>
  shown.some(({ order }) => order.orderid === openId) && !current.some(({ orderid }) => orderid === openId)

/**
 * Whether the mouse or the focus is on the rows, and the order whose row has the focus. Spread
 * `handlers` on the list.
 */
export function useIsInteracting() {
  const [actingId, setActingId] = useState<string>()
  const { hovered, isAiming } = useHovered()
  const handlers = {
    onFocus: ({ target }: FocusEvent) => setActingId(idOf(target)),
    onBlur: ({ relatedTarget }: FocusEvent) => setActingId(idOf(relatedTarget)),
  }
  return { isInteracting: hovered || actingId !== undefined, hovered, isAiming, actingId, handlers }
}

/** A mouse that has not moved for this long is not aiming at a row, in ms. */
const aimingMs = 1_500

/** Listens on the document: a row whose button disappears under the mouse gets no `mouseleave`. */
function useHovered(): { hovered: boolean; isAiming: boolean } {
  const [hovered, setHovered] = useState(false)
  const [isAiming, setAiming] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = ({ pointerType, target }: PointerEvent) => {
      const isOver = pointerType === 'mouse' && idOf(target) !== undefined
      setHovered(isOver)
      setAiming(isOver)
      clearTimeout(timer)
      if (isOver) timer = setTimeout(() => setAiming(false), aimingMs)
    }
    const leave = () => {
      clearTimeout(timer)
      setHovered(false)
      setAiming(false)
    }
    document.addEventListener('pointerover', update)
    document.addEventListener('pointermove', update)
    document.documentElement.addEventListener('pointerleave', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', update)
      document.removeEventListener('pointermove', update)
      document.documentElement.removeEventListener('pointerleave', leave)
    }
  }, [])
  return { hovered, isAiming }
}

const idOf = (element: EventTarget | null): string | undefined =>
  element instanceof Element ? element.closest<HTMLElement>('[data-order]')?.dataset.order : undefined

type Wanted = {
  current: readonly BoardOrder[]
  pending: readonly BoardOrder[]
  isInteracting: boolean
  isAiming: boolean
  ownChanges: ReadonlySet<string>
  /** Identifies the list: another tab or search shows its rows at once. */
  list: string
  /** An order that must be on the screen, even if it is waiting. */
  mustShow: string | undefined
}

/** The rows on the screen, stable during interaction. */
export function useStableRows({
  current,
  pending,
  isInteracting,
  isAiming,
  ownChanges,
  list,
  mustShow,
}: Wanted) {
  const [last, setLast] = useState<{ list: string; rows: readonly StableRow[] }>({ list, rows: [] })
  const missing = isMissing(mustShow, last.rows) && current.some((order) => order.orderid === mustShow)
  const isFrozen = isInteracting && last.list === list && !missing
  const { rows, waiting } = stableRows({
    shown: last.list === list ? last.rows : [],
    current,
    isInteracting: isFrozen,
    isAiming,
    openId: mustShow,
    pending,
    ownChanges,
  })
  if (last.list !== list || !isSame(last.rows, rows)) setLast({ list, rows })
  const completeSignIn = () => setLast({ list, rows: current.map((order) => ({ order, left: false })) })
  return { rows, waiting, completeSignIn }
}

function isMissing(orderid: string | undefined, rows: readonly StableRow[]): boolean {
  return orderid !== undefined && !rows.some(({ order }) => order.orderid === orderid)
}

function isSame(a: readonly StableRow[], b: readonly StableRow[]): boolean {
  return a.length === b.length && a.every((row, at) => row.order === b[at]?.order && row.left === b[at]?.left)
}
