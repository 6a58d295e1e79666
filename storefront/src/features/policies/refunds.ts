import type { Policy } from './policy.ts'

export const refunds: Policy = {
  path: '/refund-policy',
  name: 'Refunds',
  title: 'Refund and Cancellation Policy',
  inShort: [
    'Sales are final: what was delivered to the id you gave can’t be returned.',
    'Discrepancies must be reported within 48 hours.',
    'Refunds go to your wallet here, in the same moment as the order is refunded.',
  ],
  sections: [
    {
      id: 'by-itself',
      title: 'When your money comes back by itself',
      parts: [
        [
          'The supplier refuses your order for certain, for example because of the account’s region.',
          'You paid after the order had closed, paid twice, or paid another amount: what came is in your wallet.',
        ],
        'Where only a part of a pack could be delivered, our team gives back the price of the rest.',
      ],
    },
    {
      id: 'tell-us',
      title: 'When you have to tell us',
      parts: [
        'All sales are final. If an order is marked Completed and something is missing or wrong, report the discrepancy within 48 hours of its delivery, with the order’s id. We ask the supplier, and if it was not delivered as ordered, you get the delivery or the money.',
        'After 48 hours a delivered order can’t be refunded any more.',
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
        'An order that you have not paid needs no cancelling: it closes by itself when its time to pay is over. A paid order goes to the supplier at once and can’t be called back. If our team has to cancel one, its page says why.',
      ],
    },
    {
      id: 'where',
      title: 'Where the money goes',
      parts: [
        'To your wallet here, where you see it as a line of its own and can spend it at once. Reward points that the order had earned are taken back as far as you still have them.',
      ],
    },
  ],
}
