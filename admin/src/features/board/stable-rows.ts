import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

/** A shown row; `left` says its order has meanwhile gone from this list and the row only keeps its place. */
export type StableRow = { order: BoardOrder; left: boolean }

export type StableRowsInput = {
  /** What is on the screen now. */
  shown: readonly StableRow[]
  /** What should be there, in order. */
  current: readonly BoardOrder[]
  /** A hand or the focus is on the rows: none may move. */
  isInteracting: boolean
  /** Orders this admin has just dealt with: they may go at once, they were the hand's own doing. */
  ownMoves: ReadonlySet<string>
}

/**
 * Rows that never move under a hand: while isInteracting, new orders wait (`waiting` counts them) and those that left
 * keep their place; updates are shown where they stand.
 */
export function stableRows({ shown, current, isInteracting, ownMoves }: StableRowsInput): {
  rows: StableRow[]
  waiting: number
} {
  if (!isInteracting || shown.length === 0)
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
