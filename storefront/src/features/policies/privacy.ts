import { brand } from '../../lib/brand.ts'
import type { Policy } from './policy.ts'

const shop = brand.name

export const privacy: Policy = {
  path: '/privacypage',
  name: 'Privacy',
  title: 'Privacy Policy',
  inShort: [
    'We keep only what orders need, and we don’t sell your data.',
    'Your game ID is used to deliver your order.',
    'You can ask to see, correct or erase your data.',
  ],
  sections: [
    {
      id: 'keep',
      title: 'What we collect',
      parts: [
        [
          'Your account: name, email, mobile number, a hash of your password, which no one can read, and your identity at a login provider if you use one.',
          'Your orders: item, price, your contacts, the game ID you entered, the player’s name, payment reference, the UPI ID that paid, delivery number, and your and our messages about them.',
          'Codes and logins we deliver: encrypted; every view is recorded.',
          'Your wallet and points: every transaction.',
          'Your logins: browser, and IP address without its last part. See and end them in Devices.',
          'The messages we sent you and whether they were accepted, and the browsers where you turned on notifications.',
          'Our team’s notes about you or an order, and their changes.',
        ],
      ],
    },
    {
      id: 'why',
      title: 'Why we use it and who can see it',
      parts: [
        'To deliver, refund, support you and protect your account. Suppliers get your game ID. The payment provider gets your name, email and mobile number. SMS, email and notification services get the messages they send. We never share it for advertising.',
        'Team members can see accounts and orders when their work needs it. Every decision and change is recorded with a name and time.',
      ],
    },
    {
      id: 'browser',
      title: 'What’s stored in your browser',
      parts: [
        `Your login (up to 6 hours), a cookie that recognises a browser you logged in from (up to 400 days), your saved selection, orders whose reply is pending, the home page as you last saw it, and your language. ${shop} has no ad scripts and doesn’t track you on other sites.`,
      ],
    },
    {
      id: 'how-long',
      title: 'How long',
      parts: [
        'Orders and payments are kept for as long as the law on accounts and taxes demands. Then names, contacts, game ids, texts and codes are removed from them; ids, amounts and times stay.',
        'Delivery results of messages, and exchanges with suppliers and payment providers, are kept for 180 days; our logs, which may contain an IP address, for two weeks; a login until a day after it ends; a code or link until a day after it expires.',
        'The record of what our team changed is kept with the books of account. The rest is kept for as long as you have an account here.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      parts: [
        'Under the Digital Personal Data Protection Act, 2023 you can ask what we hold of you, have it corrected and completed, have it erased where no law makes us keep it, take back a consent, complain to us and then to the Data Protection Board of India, and name somebody who acts for you. You can download your data yourself, and have your account deleted, on your dashboard; what our team noted is given on request, after a person has read it. For the rest, write from the email address of your account, so that we know it is you.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      parts: [
        'If you’re under 18, you need a parent’s or guardian’s consent. If you think we hold a child’s data without consent, tell us and we’ll remove it.',
      ],
    },
  ],
}
