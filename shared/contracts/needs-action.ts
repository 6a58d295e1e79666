import type { BoardOrder } from './admin.ts'
import { promiseMs } from './order-status.ts'

type Waiting = Pick<BoardOrder, 'needsAction' | 'processingSince'>

/** When the promise of an open order is over, in ms since 1970. */
export const dueAtMs = ({ processingSince }: Pick<Waiting, 'processingSince'>): number =>
  Date.parse(processingSince) + promiseMs

export const isLate = (order: Pick<Waiting, 'processingSince'>, nowMs: number): boolean =>
  dueAtMs(order) <= nowMs

/**
 * Whether an order on the board needs a person: it does not go on by itself, or its promise is broken. The board, its
 * counts, the dashboard, the chime and "the next" all ask this, or count by the same two facts (`countBoard`).
 */
export const needsAction = (order: Waiting, nowMs: number): boolean =>
  order.needsAction || isLate(order, nowMs)
