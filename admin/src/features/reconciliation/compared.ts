import type { ReconciledDay } from '@jhatpat/shared/contracts/reconciliation.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { nameOf } from '../../lib/suppliers/supplier-texts.ts'

/** Rupees that were received beyond what is booked; negative where more is booked. */
export const gapOf = ({ received, booked }: Pick<ReconciledDay, 'received' | 'booked'>): number =>
  Math.round((received - booked) * 100) / 100

/** What of a day could not be compared, a sentence each: only where there is none do its books agree for sure. */
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
