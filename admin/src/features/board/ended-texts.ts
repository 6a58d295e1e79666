import type { EndedOrder } from '@jhatpat/shared/contracts/ended-orders.ts'
import { nameOf } from '../../lib/suppliers/supplier-names.ts'
import { secondsText } from '../../lib/suppliers/supplier-texts.ts'

/** The kind of an end, as the strip counts it: `delivered`, `completed by Imran`, `refunded`. */
export function endKind({ status, by }: EndedOrder): string {
  if (status === 'Completed' && by.kind !== 'admin') return 'delivered'
  return by.kind === 'admin' ? `${status.toLowerCase()} by ${by.name}` : status.toLowerCase()
}

/** What happened to an order, as a row says it: `Completed by Imran`, `Delivered`. */
export function endTitle(ended: EndedOrder): string {
  const kind = endKind(ended)
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}

/** Why an order ended, in a sentence. */
export function endReason({ status, by, reason, supplier, tookMs }: EndedOrder): string {
  if (by.kind === 'customer') return 'Chose a refund'
  if (by.kind === 'admin') return reason ? `“${reason}”` : 'No reason given'
  if (status === 'Completed' && supplier)
    return `${nameOf(supplier)} delivered after ${secondsText(Math.round(tookMs / 1000))}`
  return reason || 'Ended automatically'
}

/** What ended the order, as a short name. */
export function endActor({ by }: EndedOrder): string {
  if (by.kind === 'admin') return by.name
  return { supplier: 'Supplier', customer: 'Customer', payment: 'Payment' }[by.kind]
}

/** The kinds with their counts, the most frequent first. */
export function endCounts(list: readonly EndedOrder[]): { kind: string; count: number }[] {
  return [...Map.groupBy(list, endKind)]
    .map(([kind, orders]) => ({ kind, count: orders.length }))
    .toSorted((a, b) => b.count - a.count)
}
