/**
 * The usual reasons of admins for refunding or cancelling an order, which the customer reads
 * unchanged. Any other reason is typed. The shop's table of texts has each in every language.
 */
export const transitionReasons = {
  Refunded: [
    'The player ID does not exist.',
    'The account is of another region.',
    'The item is sold out at our supplier.',
    'Our supplier refused the order.',
    'You asked us to cancel it.',
  ],
  Cancelled: [
    'The payment was taken back by your bank.',
    'This order was placed twice, and the other one is delivered.',
    'The order breaks our terms.',
  ],
} as const satisfies Record<'Refunded' | 'Cancelled', readonly string[]>
