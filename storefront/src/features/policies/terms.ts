import { manualPromise, promiseMinutes } from '@jhatpat/shared/contracts/order-status.ts'
import { brand } from '../../lib/brand.ts'
import type { Policy } from './policy.ts'

const shop = brand.name

export const terms: Policy = {
  path: '/terms-and-condition',
  name: 'Terms',
  title: 'Terms and Conditions',
  inShort: [
    'You must be 18, or have a guardian’s consent, or be of the age your local law sets.',
    'Sales are final. Report a discrepancy within 48 hours.',
    'If an order can’t be delivered, its price goes to your wallet.',
  ],
  sections: [
    {
      id: 'who',
      title: `Who may use ${shop}`,
      parts: [
        `${shop} sells game top-ups, recharges and OTT subscriptions. You may buy here if you are 18 or older. If you are younger, a parent or guardian has to consent first, or you must have reached the age that your local law sets for such contracts.`,
        'Never share your password or OTP. We never ask for them by phone or chat. You’re responsible for activity on your account until you report misuse.',
      ],
    },
    {
      id: 'prices',
      title: 'Prices and payment',
      parts: [
        'The price beside the button is the price you pay, in rupees. Resellers see and pay their own price. If a price changes, we show you the new price before you pay.',
        'Pay with any UPI app or from your wallet. The order page shows the time limit for payment. Late, duplicate or mismatched payments are added to your wallet and we notify you.',
      ],
    },
    {
      id: 'delivery',
      title: 'Delivery',
      parts: [
        'You choose the account to top up. Check the ID and the username we show. Items delivered to that account can’t be taken back.',
        [
          'Instant Delivery: the order goes to our supplier as soon as your payment is confirmed.',
          `${manualPromise}: our team delivers it.`,
          `If it takes longer than ${promiseMinutes} minutes, the order page shows the reason.`,
        ],
      ],
    },
    {
      id: 'wallet',
      title: 'Wallet and points',
      parts: [
        'Use your wallet for purchases here. It can’t be transferred and earns no interest. Every transaction is listed.',
        'A delivered order earns the reward points that were shown when you placed it. Points become money in your wallet at the rate shown on the page Redeem Your Points. When a delivered order is refunded later, the points it earned are taken back as far as you still have them.',
      ],
    },
    {
      id: 'not-allowed',
      title: 'What is not allowed',
      parts: [
        [
          'Paying with money or an app that is not yours.',
          'Using other people’s IDs or codes, or bypassing limits and checks.',
          'Buying for anything the game’s or service’s rules forbid.',
        ],
        'We may block accounts for this. The wallet balance stays yours; contact us about it.',
      ],
    },
    {
      id: 'wrong',
      title: 'If something goes wrong',
      parts: [
        'We’re responsible for delivering what you bought or refunding its price. We don’t control what a game’s publisher does with your account. None of this takes away a right that the Consumer Protection Act, 2019 gives you. Indian law applies.',
      ],
    },
  ],
}
