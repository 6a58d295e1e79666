import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'

/** An order without what its notification task writes, which may happen at any moment. */
export function decidedFields({ notifications: _, writeIds: __, due, points, ...order }: OrderDoc): object {
  return { ...order, due: { ...due, notify: undefined }, points: points && { ...points, isOwed: undefined } }
}
