import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

/** Which orders came in since the last look. The first look finds none: they were there before the admin. */
export function newOrdersSince(
  known: ReadonlySet<string> | undefined,
  rows: readonly BoardOrder[],
): BoardOrder[] {
  return known ? rows.filter((order) => !known.has(order.orderid)) : []
}

/** Of the orders that chimed, those that still wait for someone: the chime repeats until there are none. */
export function unacknowledgedOrders(
  chimed: ReadonlySet<string>,
  rows: readonly BoardOrder[],
  nowMs: number,
): ReadonlySet<string> {
  const waiting = rows.filter(
    ({ orderid, assignee }) => chimed.has(orderid) && !(assignee && Date.parse(assignee.until) > nowMs),
  )
  return new Set(waiting.map((order) => order.orderid))
}
