import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { boardCursor } from '@jhatpat/shared/contracts/board-cursor.ts'

/**
 * The pending orders loaded in this browser. `seen` counts the events received; each entry stores
 * the count of its last change, so that a list requested earlier can't undo a later event. `edge`
 * is the position up to which the server's list has been loaded; null: to its end. Events about
 * orders beyond it are ignored until that page is loaded.
 */
export type BoardState = {
  entries: ReadonlyMap<string, { order: BoardOrder; seen: number }>
  gone: ReadonlyMap<string, number>
  seen: number
  edge: string | null
}

export const emptyBoard: BoardState = { entries: new Map(), gone: new Map(), seen: 0, edge: '' }

/**
 * A page of the server's list: the orders after the position `from`, up to `edge`; null: to the
 * list's end.
 */
export type BoardPart = { from?: string; edge?: string | null; askedAt?: number }

const maxRemovedKept = 500

/**
 * Merges a part of the server's list, by default all of it. `askedAt` is `seen` at the time of the
 * request.
 */
export function withSnapshot(
  state: BoardState,
  orders: readonly BoardOrder[],
  { from = '', edge = null, askedAt = state.seen }: BoardPart = {},
): BoardState {
  const isInPart = (order: BoardOrder) => {
    const place = boardCursor(order)
    return place > from && (edge === null || place <= edge)
  }
  const entries = new Map(
    [...state.entries].filter(([, entry]) => entry.seen > askedAt || !isInPart(entry.order)),
  )
  for (const order of orders) {
    if (isGone(state, order)) continue
    const mine = state.entries.get(order.orderid)
    if (mine && mine.order.revision > order.revision) entries.set(order.orderid, mine)
    else if (mine && isSame(mine.order, order)) entries.set(order.orderid, mine)
    else entries.set(order.orderid, { order, seen: mine?.seen ?? state.seen })
  }
  return { ...state, entries, edge: edgeAfter(state, edge) }
}

/** An automatic fetch of the first page does not drop the pages loaded beyond it. */
function edgeAfter(state: BoardState, edge: string | null): string | null {
  if (edge === null) return null
  if (state.edge !== null) return edge > state.edge ? edge : state.edge
  return [...state.entries.values()].some(({ order }) => boardCursor(order) > edge) ? null : edge
}

/** Applies an order from the socket; ignored unless it is newer than the shown version. */
export function withChanged(state: BoardState, order: BoardOrder): BoardState {
  const mine = state.entries.get(order.orderid)
  if (mine && mine.order.revision >= order.revision) return state
  if (!mine && state.edge !== null && boardCursor(order) > state.edge) return state
  return withOrder(state, order)
}

/** Applies the reply to a call of this browser, unless a newer version is shown. */
export function withReply(state: BoardState, order: BoardOrder): BoardState {
  const mine = state.entries.get(order.orderid)
  if (mine && mine.order.revision > order.revision) return state
  return withOrder(state, order)
}

/**
 * Removes an order from the board. Its revision is kept, so that a late event does not bring it
 * back.
 */
export function withGone(state: BoardState, gone: { orderid: string; revision: number }): BoardState {
  const entries = new Map(state.entries)
  const mine = entries.get(gone.orderid)
  if (mine && mine.order.revision > gone.revision) return state
  entries.delete(gone.orderid)
  const remembered = [...state.gone, [gone.orderid, gone.revision] as const].slice(-maxRemovedKept)
  return { ...state, entries, gone: new Map(remembered), seen: state.seen + 1 }
}

/** Most urgent first: the order that has waited longest has the least time left. */
export function rowsOf(state: BoardState): BoardOrder[] {
  const cached = sorted.get(state)
  if (cached) return cached
  const rows = [...state.entries.values()].map((entry) => entry.order).sort(byAge)
  sorted.set(state, rows)
  return rows
}

/** Each state is sorted once, however many components read it. */
const sorted = new WeakMap<BoardState, BoardOrder[]>()

function byAge(a: BoardOrder, b: BoardOrder): number {
  if (a.processingSince !== b.processingSince) return a.processingSince < b.processingSince ? -1 : 1
  return a.orderid < b.orderid ? -1 : 1
}

/** Unchanged orders keep their object, so that their rows need no new render. */
const isSame = (a: BoardOrder, b: BoardOrder) =>
  a.revision === b.revision && JSON.stringify(a) === JSON.stringify(b)

function withOrder(state: BoardState, order: BoardOrder): BoardState {
  if (order.status !== 'Processing') return withGone(state, order)
  if (isGone(state, order)) return state
  const seen = state.seen + 1
  return { ...state, seen, entries: new Map(state.entries).set(order.orderid, { order, seen }) }
}

function isGone(state: BoardState, order: BoardOrder): boolean {
  return (state.gone.get(order.orderid) ?? -1) >= order.revision
}
