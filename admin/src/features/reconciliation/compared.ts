import type { ReconciledDay } from '@jhatpat/shared/contracts/reconciliation.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { nameOf } from '../../lib/suppliers/supplier-texts.ts'

/** Rupees received beyond what is booked; negative where more is booked. */
export const gapOf = ({ received, booked }: Pick<ReconciledDay, 'received' | 'booked'>): number =>
  Math.round((received - booked) * 100) / 100

/**
 * What could not be compared for a day, one sentence each. The day agrees for certain only if this
 * is empty.
 */
export function uncomparedOf({ unanswered, unreadSuppliers, balances }: ReconciledDay): string[] {
  const silent = balances.filter(({ purchasedAmount }) => purchasedAmount === null)
  return [
    ...(unanswered > 0
      ? [`${formatCount(unanswered)} ${unanswered === 1 ? 'payment' : 'payments'} had no answer.`]
      : []),
    ...unreadSuppliers.map((account) => `${nameOf(account)}’s list of orders was not read to its end.`),
    ...(balances.length === 0 ? ['No balance of a supplier was read.'] : []),
    ...silent.map(({ account }) => `${nameOf(account)}’s balance could not be held against what was bought.`),
  ]
}
