import { AppError } from '../../../platform/app-error.ts'
import type { OrderDoc } from '../order-model.ts'

/** How long an admin may take back that an order is Completed. */
export const undoMs = 5_000

/** While a completion is held, nothing else is decided. @throws order_assigned */
export function requireNoPendingCompletion({ pendingCompletion }: OrderDoc): void {
  if (!pendingCompletion) return
  throw new AppError('order_assigned', {
    message: `${pendingCompletion.name} is completing this order. Nothing was changed.`,
  })
}

/** What an admin handed over is one part: an order is completed once. */
export const manualDeliveryId = (order: Pick<OrderDoc, '_id'>): string => `${order._id}-hand`
