import type { RefundReason, SalesSummary } from '@jhatpat/shared/contracts/sales.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { wholeRupees } from './money-format.ts'

export const refundTexts: Readonly<Record<RefundReason, string>> = {
  region: 'Wrong region',
  player: 'Player not found',
  sold_out: 'Out of stock at supplier',
  supplier: 'Rejected by the supplier',
  odd_payment: 'Paid late or amount mismatch',
  late: 'Late delivery (customer choice)',
  not_received: 'Not received (approved)',
  part: 'Partly delivered',
  asked: 'Customer request',
  admin: 'Other',
}

/** Free redeliveries and their effect on the margin. */
export function redeliveriesText({
  redeliveries,
  redeliveriesWithoutCost,
  redeliveryCost,
}: SalesSummary): string {
  if (redeliveries === 0) return 'No free replacements.'
  const countText =
    redeliveries === 1 ? '1 free replacement' : `${formatCount(redeliveries)} free replacements`
  if (redeliveries === redeliveriesWithoutCost) return `${countText}; cost unknown.`
  const cost = `${countText}, cost ${wholeRupees(redeliveryCost)}, deducted from the margin`
  return redeliveriesWithoutCost === 0
    ? `${cost}.`
    : `${cost}; unknown for ${formatCount(redeliveriesWithoutCost)}.`
}

/** The share of orders that should meet the delivery promise. */
export const promiseGoal = 0.98
