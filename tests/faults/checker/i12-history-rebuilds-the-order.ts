import { foldOrder } from '@jhatpat/shared/domain/orders/replay/fold-order.ts'
import type { Rule } from './evidence.ts'

/** Each order matches its history, and has all that is needed to be rebuilt from it. */
export const historyRebuildsTheOrder: Rule = ({ orders }) =>
  orders.flatMap((order) => {
    const missing = order.changes ? [] : ['it keeps no changes to be folded from']
    const differing = foldOrder(order).map(
      ({ field, stored, folded }) => `${field} is ${stored}, by its history ${folded}`,
    )
    return [...missing, ...differing].map((what) => ({ rule: 'I12' as const, about: order._id, what }))
  })
