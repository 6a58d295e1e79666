import type { RefundReason, SalesSummary } from '@jhatpat/shared/contracts/sales.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { wholeRupees } from './money-format.ts'

export const refundTexts: Readonly<Record<RefundReason, string>> = {
  region: 'Region of the account',
  player: 'No such player',
  sold_out: 'Sold out at the supplier',
  supplier: 'Refused by the supplier',
  odd_payment: 'Paid late or another amount',
  late: 'Late, the customer chose it',
  not_received: 'Not received, accepted',
  part: 'A part did not arrive',
  asked: 'The customer asked',
  admin: 'By an admin, other reasons',
}

/** Free redeliveries and their effect on the margin. */
export function redeliveriesText({
  redeliveries,
  redeliveriesWithoutCost,
  redeliveryCost,
}: SalesSummary): string {
  if (redeliveries === 0) return 'Nothing was sent again free of charge.'
  const countText = `${formatCount(redeliveries)} ${redeliveries === 1 ? 'order was' : 'orders were'} sent again free of charge`
  if (redeliveries === redeliveriesWithoutCost) return `${countText}; what that cost is not known.`
  const cost = `${countText}, at a cost of ${wholeRupees(redeliveryCost)}, which is taken from the margin`
  return redeliveriesWithoutCost === 0
    ? `${cost}.`
    : `${cost}; of ${formatCount(redeliveriesWithoutCost)} it is not known.`
}

/** The share of orders that should meet the delivery promise. */
export const promiseGoal = 0.98
