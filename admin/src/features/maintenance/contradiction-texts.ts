import type { Contradiction } from '@jhatpat/shared/contracts/contradictions.ts'

export const contradictionsKey = ['admin', 'contradictions']

export const contradictionsText = (count: number): string =>
  count === 1 ? 'A supplier contradicts 1 closed order' : `Suppliers contradict ${count} closed orders`

export function contradictionTitle({ kind }: Contradiction): string {
  switch (kind) {
    case 'delivered_after_refund':
      return 'Delivered after the refund'
    case 'not_delivered':
      return 'Not delivered after all'
    case 'delivered_twice':
      return 'Delivered once more'
    default:
      return kind satisfies never
  }
}

/** What can be done about it. */
export function contradictionAdvice({ kind, customer }: Contradiction): string {
  switch (kind) {
    case 'delivered_after_refund':
      return `${customer} has the goods and the money. Nothing is taken back here: agree on it with ${customer}.`
    case 'not_delivered':
      return `${customer} was told of a delivery that never was. Deliver it, or set the order to Refunded within 48 hours.`
    case 'delivered_twice':
      return `${customer} may have the pack twice. Ask the supplier whether it takes one back.`
    default:
      return kind satisfies never
  }
}
