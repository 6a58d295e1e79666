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
        'Keep your password and the codes that we send you to yourself: we never ask for either, on the phone or in a chat. What is done with your account is taken to be done by you until you tell us otherwise.',
      ],
    },
    {
      id: 'prices',
      title: 'Prices and payment',
      parts: [
        'The price beside the button is the price you pay, in rupees. Resellers see and pay their own price. If a price changes while you are looking, you see the new one before anything is paid.',
        'You pay by UPI with the app of your choice, or from your wallet here. The order’s page says until when it waits for the payment. Money that comes later, twice or in another amount is put into your wallet, and you are told.',
      ],
    },
    {
      id: 'delivery',
      title: 'Delivery',
      parts: [
        'You tell us the account that is to be topped up. Check the id, and the player’s name where we can show it: what was delivered to an account that you named can’t be taken back.',
        [
          'Instant Delivery: the order goes to our supplier as soon as your payment is certain.',
          `${manualPromise}: a person of our team delivers it.`,
          `If it takes longer than ${promiseMinutes} minutes, the order’s page says what it waits for. No order is forgotten.`,
        ],
      ],
    },
    {
      id: 'wallet',
      title: 'Wallet and points',
      parts: [
        'The wallet holds money for purchases here. It can’t be sent to others and earns no interest. You see every movement of it.',
        'A delivered order earns the reward points that were shown when you placed it. Points become money in your wallet at the rate shown on the page Redeem Your Points. When a delivered order is refunded later, the points it earned are taken back as far as you still have them.',
      ],
    },
    {
      id: 'not-allowed',
      title: 'What is not allowed',
      parts: [
        [
          'Paying with money or an app that is not yours.',
          'Trying other people’s ids or codes, or getting around limits and checks.',
          'Buying for what the game’s or the service’s own rules forbid.',
        ],
        'We may block an account for these. What is in its wallet stays yours: write to us about it.',
      ],
    },
    {
      id: 'wrong',
      title: 'If something goes wrong',
      parts: [
        'We answer for delivering what you bought or for giving back its price. We have no say in what a game’s publisher does with your account. None of this takes away a right that the Consumer Protection Act, 2019 gives you. Indian law applies.',
      ],
    },
  ],
}
