/** How many orders of an item took so many seconds from the payment to the delivery. */
export type MeasuredDelivery = { itemid: number; seconds: number; orders: number }

/** What is promised of an item: half of its orders came within `medianSeconds` seconds, nine of ten within `p90Seconds`. */
export type DeliveryTime = { itemid: number; orders: number; medianSeconds: number; p90Seconds: number }

/** Of fewer nothing is said: one slow delivery would be the whole figure. */
export const minOrders = 20

/** Pure. The pace of each item that was sold often enough. */
export function deliveryTimes(all: readonly MeasuredDelivery[]): DeliveryTime[] {
  const byItem = Map.groupBy(all, ({ itemid }) => itemid)
  return [...byItem].flatMap(([itemid, took]) => {
    const orders = took.reduce((sum, one) => sum + one.orders, 0)
    if (orders < minOrders) return []
    const sorted = took.toSorted((a, b) => a.seconds - b.seconds)
    return [{ itemid, orders, medianSeconds: within(sorted, orders * 0.5), p90Seconds: within(sorted, orders * 0.9) }]
  })
}

/** The fewest seconds in which so many of them came; never none at all. */
function within(sorted: readonly MeasuredDelivery[], wanted: number): number {
  let come = 0
  for (const { seconds, orders } of sorted) {
    come += orders
    // Nine tenths of 30 are 27.000000000000004 in a computer's numbers.
    if (come >= wanted - 1e-9) return Math.max(1, seconds)
  }
  return Math.max(1, sorted.at(-1)?.seconds ?? 1)
}
