import type { OrderStatus } from '../../../contracts/order-status.ts'
import type { StatusSum } from './figures-model.ts'

/** Ended orders of one kind. `was`: how they had ended before the time that splits them, if they had. */
export type Ends = { status: OrderStatus; was: OrderStatus | null; count: number; paise: number }

/** Ended orders, split by whether their last end was before a time. */
export type SplitEnds = { before: readonly Ends[]; since: readonly Ends[] }

/** Pure. How the orders stood at the time that splits them: what has ended again since counts as it did then. */
export const stoodThen = ({ before, since }: SplitEnds): StatusSum[] =>
  addUp([...before.map(asItIs), ...since.flatMap(asItWas)])

/** Pure. How they stand now, from how they stood then and from what has ended since alone. */
export const standNow = (then: readonly StatusSum[], since: readonly Ends[]): StatusSum[] =>
  addUp([...then, ...since.map(asItIs), ...since.flatMap(asItWas).map(taken)])

const asItIs = ({ status, count, paise }: Ends): StatusSum => ({ status, count, paise })
const asItWas = ({ was, count, paise }: Ends): StatusSum[] => (was ? [{ status: was, count, paise }] : [])
const taken = ({ status, count, paise }: StatusSum): StatusSum => ({ status, count: -count, paise: -paise })

function addUp(sums: readonly StatusSum[]): StatusSum[] {
  const all = new Map<OrderStatus, StatusSum>()
  for (const { status, count, paise } of sums) {
    const { count: counted = 0, paise: summed = 0 } = all.get(status) ?? {}
    all.set(status, { status, count: counted + count, paise: summed + paise })
  }
  return [...all.values()]
}
