import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { promiseMs } from '@jhatpat/shared/contracts/order-status.ts'

/** When the promise of an order on the board is over, in ms since 1970. */
export function dueAtMs(order: BoardOrder): number {
  return Date.parse(order.processingSince) + promiseMs
}

export function isLate(order: BoardOrder, nowMs: number): boolean {
  return dueAtMs(order) <= nowMs
}
