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
          'Your account: name, email, mobile number, and a hash of your password, from which nobody can read it.',
          'Your orders: item, price, the game id that you gave, the player’s name, payment reference and delivery number.',
          'Codes and logins that were delivered to you: encrypted, and each opening is written down.',
          'Your wallet and your points: every movement.',
          'Your sign-ins: browser and network address. You see them, and end them, on your dashboard.',
        ],
      ],
    },
    {
      id: 'why',
      title: 'Why, and who sees it',
      parts: [
        'To deliver, to refund, to answer you, and to keep others out of your account. The supplier gets the game id. The payment provider gets your name, email and number. The SMS and mail services get the message that they carry. Nobody gets it for advertising.',
        'People of our team see an order when they work on it. What they decide about it is written down with their name and the time.',
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      parts: [
        `Your sign-in, for six hours at most, what you picked but have not bought yet, and your language. ${shop} has no advertising scripts and does not follow you to other sites.`,
      ],
    },
    {
      id: 'how-long',
      title: 'How long',
      parts: [
        'Orders and payments are kept for as long as the law on accounts and taxes demands. The rest is kept for as long as you have an account here.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      parts: [
        'Under the Digital Personal Data Protection Act, 2023 you can ask what we hold of you, have it corrected and completed, have it erased where no law makes us keep it, take back a consent, complain to us and then to the Data Protection Board of India, and name somebody who acts for you. You can download what we hold yourself, on your dashboard. For the rest, write from the email address of your account, so that we know it is you.',
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
