import type { SimOrder, SimulatedEnvironment } from './environment.ts'

/** The invariants at rest, see DESIGN §10: violations as sentences; empty when all hold. */
export function findViolations(environment: SimulatedEnvironment): string[] {
  return [...environment.orders.values()].flatMap((order) => [
    ...boughtTwice(environment, order),
    ...ends(order),
    ...wrongOrders(environment, order),
    ...money(environment, order),
  ])
}

/** No unit is delivered twice, unless it was shown to a person. */
function boughtTwice({ vendor }: SimulatedEnvironment, { units, conflicts }: SimOrder): string[] {
  return units.flatMap(({ ref }) => {
    const times = vendor.delivered.get(ref) ?? 0
    const isShownToPerson = conflicts.some((one) => one.startsWith(ref))
    return times > 1 && !isShownToPerson ? [`${ref} was delivered ${times} times, and nobody was told`] : []
  })
}

/** Every order has ended, or waits for a person; an ended one has no open unit. */
function ends({ id, status, units, needsAction, dueAt, refunds }: SimOrder): string[] {
  const states = units.map(({ state }) => state)
  const faults: string[] = []
  if (status === 'Processing' && dueAt === null && !needsAction)
    faults.push(`${id} is forgotten: nothing is due`)
  if (status === 'Completed' && states.some((state) => state !== 'delivered'))
    faults.push(`${id} is Completed with units ${states.join(', ')}`)
  if (status === 'Refunded' && states.some((state) => state === 'sending' || state === 'unknown'))
    faults.push(`${id} is Refunded with units ${states.join(', ')}`)
  if (refunds > 1 || (refunds === 1 && status !== 'Refunded'))
    faults.push(`${id} was refunded ${refunds} times`)
  return faults
}

/** The customer's money paid for the order or is in the wallet, once, and nothing else is. */
function money(
  { gateway }: SimulatedEnvironment,
  { id, status, payment, soldPaise, creditedPaise, faults }: SimOrder,
): string[] {
  const bill = gateway.get(id)
  if (!payment || !bill) return faults
  const paid = Number.isFinite(bill.paidAt) ? bill.amountPaise : 0
  const found = [...faults]
  if (soldPaise + creditedPaise !== paid)
    found.push(`${id}: ${paid} paise were paid, ${soldPaise + creditedPaise} are booked`)
  const isBought =
    status === 'Processing' || status === 'Completed' || (status === 'Refunded' && soldPaise > 0)
  if (isBought !== soldPaise > 0) found.push(`${id} is ${status}, and ${soldPaise} paise bought it`)
  return found
}

/** The order matches what happened, or a person was shown the difference. */
function wrongOrders(
  { vendor }: SimulatedEnvironment,
  { status, units, conflicts, needsAction }: SimOrder,
): string[] {
  return units.flatMap(({ ref, state }) => {
    const hasArrived = (vendor.delivered.get(ref) ?? 0) > 0
    const isShownToPerson = needsAction || conflicts.some((one) => one.startsWith(ref))
    if (isShownToPerson) return []
    if (status === 'Refunded' && hasArrived)
      return [`${ref} was delivered and its order refunded, and nobody was told`]
    if (state === 'delivered' && !hasArrived) return [`${ref} counts as delivered and never was`]
    return []
  })
}
