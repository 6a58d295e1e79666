import { AppError } from '../../../platform/app-error.ts'
import type { OrderDoc } from '../order-model.ts'

/** How long an admin may take back that an order is Completed. */
export const undoMs = 5_000

/** While a completion is held, nothing else is decided. @throws order_claimed */
export function requireNotClosing({ closing }: OrderDoc): void {
  if (!closing) return
  throw new AppError('order_claimed', {
    message: `${closing.name} is completing this order. Nothing was changed.`,
  })
}

/** What an admin handed over is one part: an order is completed once. */
export const handPart = (order: Pick<OrderDoc, '_id'>): string => `${order._id}-hand`
