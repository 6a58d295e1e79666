import type { BoardOrder } from './admin.ts'
import { promiseMs } from './order-status.ts'

type Waiting = Pick<BoardOrder, 'needsAction' | 'processingSince'>

/** When the promised time of an open order ends, in ms since 1970. */
export const dueAtMs = ({ processingSince }: Pick<Waiting, 'processingSince'>): number =>
  Date.parse(processingSince) + promiseMs

export const isLate = (order: Pick<Waiting, 'processingSince'>, nowMs: number): boolean =>
  dueAtMs(order) <= nowMs

/**
 * Whether an order on the board needs an admin: it does not continue automatically, or it is late.
 * The board, its counts, the dashboard, the chime and "Take next" all use this, or count by the
 * same two facts (`countBoard`).
 */
export const needsAction = (order: Waiting, nowMs: number): boolean =>
  order.needsAction || isLate(order, nowMs)
