import type { RefundReason } from '@jhatpat/shared/contracts/sales.ts'

export const refundWords: Readonly<Record<RefundReason, string>> = {
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

/** What a second delivery does to the figures: it has a cost and no sale. */
export const againText =
  'What was sent again free of charge counts as an order of ₹0; what it cost us is taken from the margin.'

/** What we mean to keep of the promise. */
export const promiseGoal = 0.98
