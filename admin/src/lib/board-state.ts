import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

/**
 * The pending orders as this browser knows them. `seen` counts the events taken in; each entry remembers the
 * count at which it last changed, so that a list asked for earlier can't undo a later event.
 */
export type BoardState = {
  entries: ReadonlyMap<string, { order: BoardOrder; seen: number }>
  gone: ReadonlyMap<string, number>
  seen: number
}

export const emptyBoard: BoardState = { entries: new Map(), gone: new Map(), seen: 0 }

const goneKept = 500

/** The whole list from the server. `askedAt` is `seen` at the moment of asking. */
export function withSnapshot(
  state: BoardState,
  orders: readonly BoardOrder[],
  askedAt = state.seen,
): BoardState {
  const entries = new Map([...state.entries].filter(([, entry]) => entry.seen > askedAt))
  for (const order of orders) {
    if (isGone(state, order)) continue
    const mine = state.entries.get(order.orderid)
    if (mine && mine.order.revision > order.revision) entries.set(order.orderid, mine)
    else entries.set(order.orderid, { order, seen: mine?.seen ?? state.seen })
  }
  return { ...state, entries }
}

/** One order's new view from the socket; dropped unless it is newer than what is shown. */
export function withChanged(state: BoardState, order: BoardOrder): BoardState {
  const mine = state.entries.get(order.orderid)
  if (mine && mine.order.revision >= order.revision) return state
  return withOrder(state, order)
}

/** The answer to one of this browser's own calls: as new as what is shown, or newer. */
export function withReply(state: BoardState, order: BoardOrder): BoardState {
  const mine = state.entries.get(order.orderid)
  if (mine && mine.order.revision > order.revision) return state
  return withOrder(state, order)
}

/** An order left the board. Remembered, so that a late event does not bring it back. */
export function withGone(state: BoardState, gone: { orderid: string; revision: number }): BoardState {
  const entries = new Map(state.entries)
  const mine = entries.get(gone.orderid)
  if (mine && mine.order.revision > gone.revision) return state
  entries.delete(gone.orderid)
  const remembered = [...state.gone, [gone.orderid, gone.revision] as const].slice(-goneKept)
  return { entries, gone: new Map(remembered), seen: state.seen + 1 }
}

/** The most urgent first: who has waited longest has the least time left. */
export function rowsOf(state: BoardState): BoardOrder[] {
  return [...state.entries.values()]
    .map((entry) => entry.order)
    .sort((a, b) => a.processingSince.localeCompare(b.processingSince) || a.orderid.localeCompare(b.orderid))
}

function withOrder(state: BoardState, order: BoardOrder): BoardState {
  if (order.status !== 'Processing') return withGone(state, order)
  if (isGone(state, order)) return state
  const seen = state.seen + 1
  return { ...state, seen, entries: new Map(state.entries).set(order.orderid, { order, seen }) }
}

function isGone(state: BoardState, order: BoardOrder): boolean {
  return (state.gone.get(order.orderid) ?? -1) >= order.revision
}
