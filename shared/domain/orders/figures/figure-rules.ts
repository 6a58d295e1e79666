import type { OrderStatus } from '../../../contracts/order-status.ts'
import type { StatusSum } from './figures-model.ts'

/** Ended orders of one kind. `previous`: how they had ended before the time that splits them, if they had. */
export type EndedOrders = { status: OrderStatus; previous: OrderStatus | null; count: number; paise: number }

/** Ended orders, split by whether their last end previous before a time. */
export type SplitEndedOrders = { before: readonly EndedOrders[]; since: readonly EndedOrders[] }

/** Pure. How the orders stood at the time that splits them: what has ended again since counts as it did then. */
export const countersAt = ({ before, since }: SplitEndedOrders): StatusSum[] =>
  addUp([...before.map(asItIs), ...since.flatMap(asItWas)])

/** Pure. How they stand now, from how they stood then and from what has ended since alone. */
export const currentCounters = (then: readonly StatusSum[], since: readonly EndedOrders[]): StatusSum[] =>
  addUp([...then, ...since.map(asItIs), ...since.flatMap(asItWas).map(taken)])

const asItIs = ({ status, count, paise }: EndedOrders): StatusSum => ({ status, count, paise })
const asItWas = ({ previous, count, paise }: EndedOrders): StatusSum[] => (previous ? [{ status: previous, count, paise }] : [])
const taken = ({ status, count, paise }: StatusSum): StatusSum => ({ status, count: -count, paise: -paise })

function addUp(sums: readonly StatusSum[]): StatusSum[] {
  const all = new Map<OrderStatus, StatusSum>()
  for (const { status, count, paise } of sums) {
    const { count: counted = 0, paise: summed = 0 } = all.get(status) ?? {}
    all.set(status, { status, count: counted + count, paise: summed + paise })
  }
  return [...all.values()]
}
