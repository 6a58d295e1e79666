import { brand } from '../../lib/brand.ts'
import type { Policy } from './policy.ts'

const shop = brand.name

export const privacy: Policy = {
  path: '/privacypage',
  name: 'Privacy',
  title: 'Privacy Policy',
  inShort: [
    'We keep what an order needs, and sell none of it.',
    'The id of your game account is used to deliver.',
    'You can ask what we hold of you, and have it corrected or erased.',
  ],
  sections: [
    {
      id: 'keep',
      title: 'What we keep',
      parts: [
        [
          'Your account: name, email, mobile number, a hash of your password, from which it cannot be read, and your identity at a sign-in provider if you use one.',
          'Your orders: item, price, your contacts, the game id that you gave, the player’s name, payment reference, the payment address that paid, delivery number, and what you and we wrote about them.',
          'Codes and logins that were delivered to you: encrypted, and each opening is written down.',
          'Your wallet and your points: every movement.',
          'Your sign-ins: browser, and network address without its last part. You see them, and end them, on your dashboard.',
          'What we sent you, and whether it was accepted; and the browsers in which you turned notifications on.',
          'What our team noted about you or an order, and what they changed.',
        ],
      ],
    },
    {
      id: 'why',
      title: 'Why, and who sees it',
      parts: [
        'To deliver, to refund, to answer you, and to keep others out of your account. The supplier gets the game id. The payment provider gets your name, email and number. The SMS, mail and notification services get the message that they carry. We give none of it to advertisers.',
        'Team members who need it for their work can see accounts and orders. What they decide or change is written down with their name and the time.',
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      parts: [
        `Your sign-in, for six hours at most; a cookie by which we know a browser that you logged in from, for 400 days at most; what you picked but have not bought yet, orders whose answer has not come, the home page as you last saw it, and your language. ${shop} has no advertising scripts and does not follow you to other sites.`,
      ],
    },
    {
      id: 'how-long',
      title: 'How long',
      parts: [
        'Orders and payments are kept for as long as the law on accounts and taxes demands. Then names, contacts, game ids, texts and codes are removed from them; ids, amounts and times stay.',
        'What became of a message, and exchanges with suppliers and payment providers, are kept for 180 days; our logs, in which a network address can be, for two weeks; a sign-in until a day after its end; a code or link until a day after it expired.',
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
        'Who is under 18 needs the consent of a parent or guardian to have an account here. If you think that we hold a child’s data without it, tell us and it is removed.',
      ],
    },
  ],
}
