import type { Policy } from './policy.ts'

export const refunds: Policy = {
  path: '/refund-policy',
  name: 'Refunds',
  title: 'Refund and Cancellation Policy',
  inShort: [
    'All sales are final. Items delivered to the ID you entered can’t be returned.',
    'Discrepancies must be reported within 48 hours.',
    'Refunds are added to your wallet instantly.',
  ],
  sections: [
    {
      id: 'by-itself',
      title: 'Automatic refunds',
      parts: [
        [
          'The supplier rejects your order, for example because of the account’s region.',
          'You paid after the order expired, paid twice or paid a different amount. The payment is added to your wallet.',
        ],
        'If only part of your order is delivered, we refund the rest.',
      ],
    },
    {
      id: 'tell-us',
      title: 'When you have to tell us',
      parts: [
        'All sales are final. If an order is marked Completed and something is missing or wrong, report the discrepancy within 48 hours of its delivery, with the order’s id. We ask the supplier, and if it was not delivered as ordered, you get the delivery or the money.',
        'After 48 hours, delivered orders can’t be refunded.',
      ],
    },
    {
      id: 'no-refund',
      title: 'When we do not refund',
      parts: [
        [
          'The id that you entered belongs to another player, and the delivery reached it.',
          'A code or login was delivered, opened, and works.',
          'The game’s publisher acted against the account after the delivery.',
        ],
      ],
    },
    {
      id: 'cancellation',
      title: 'Cancellation',
      parts: [
        'Unpaid orders expire on their own, no need to cancel. Paid orders are sent right away and can’t be cancelled. If our team has to cancel one, its page says why.',
      ],
    },
    {
      id: 'where',
      title: 'Where the money goes',
      parts: [
        'Refunds go to your wallet as a separate entry you can use right away. Reward points from that order are reversed if still available.',
      ],
    },
  ],
}
