import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

/** A shown row; `left` says its order has meanwhile gone from this list and the row only keeps its place. */
export type SteadyRow = { order: BoardOrder; left: boolean }

export type SteadyInput = {
  /** What is on the screen now. */
  shown: readonly SteadyRow[]
  /** What should be there, in order. */
  current: readonly BoardOrder[]
  /** A hand or the focus is on the rows: none may move. */
  held: boolean
  /** Orders this admin has just dealt with: they may go at once, they were the hand's own doing. */
  ownMoves: ReadonlySet<string>
}

/**
 * Rows that never move under a hand: while held, new orders wait (`waiting` counts them) and those that left
 * keep their place; updates are shown where they stand.
 */
export function steadyRows({ shown, current, held, ownMoves }: SteadyInput): {
  rows: SteadyRow[]
  waiting: number
} {
  if (!held || shown.length === 0)
    return { rows: current.map((order) => ({ order, left: false })), waiting: 0 }
  const now = new Map(current.map((order) => [order.orderid, order]))
  const rows = shown.flatMap(({ order }) => {
    const fresh = now.get(order.orderid)
    if (fresh) return [{ order: fresh, left: false }]
    return ownMoves.has(order.orderid) ? [] : [{ order, left: true }]
  })
  const known = new Set(shown.map(({ order }) => order.orderid))
  return { rows, waiting: current.filter((order) => !known.has(order.orderid)).length }
}
