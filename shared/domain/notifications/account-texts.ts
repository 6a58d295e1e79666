import { otpMs } from '../../contracts/otp-life.ts'
import { dayAndTimeInIndia } from '../../platform/clock.ts'
import type { MailText } from './format-text.ts'
import type { Notification, NotificationFacts } from './notification.ts'

const kinds = [
  ...(['account_code', 'account_exists', 'email_taken', 'email_verify', 'password_reset'] as const),
  ...(['sign_in_link', 'contact_changed', 'team_invite', 'owner_change', 'owner_alert'] as const),
] as const

export type AccountNotification = Extract<Notification, { kind: (typeof kinds)[number] }>

export const isAboutAccount = (notification: Notification): notification is AccountNotification =>
  (kinds as readonly string[]).includes(notification.kind)

const notYou = 'If this was not you, do nothing: nothing has changed.'

const numberText = (end: string) => (end ? `, whose mobile number ends in ${end}` : '')

/** Texts of an account notification, with the page that it links to. */
export function accountTexts(
  notification: AccountNotification,
): MailText & { linkText: string; path: string } {
  switch (notification.kind) {
    case 'account_code':
      return {
        subject: 'Your code',
        sentences: [
          `${notification.facts.code} is your code, good for ${otpMs / 60_000} minutes.`,
          'Tell it to nobody.',
        ],
        linkText: 'Login with phone',
        path: '/otplogin',
      }
    case 'account_exists':
    case 'email_taken':
      return {
        subject: 'You have an account already',
        sentences: [
          'Someone, maybe you, wants to create an account with what belongs to yours. You have one already: login with it.',
          'If you have forgotten the password, you can set another from the login page.',
          notYou,
        ],
        linkText: 'Login',
        path: '/login',
      }
    case 'email_verify':
      return {
        subject: 'Verify your email address',
        sentences: [
          `The link confirms the account of ${notification.facts.name}${numberText(notification.facts.mobileEnd)}, and it is ready. It works once, for 24 hours.`,
          'If this is not you, do not open the link: someone has typed your address, and without it they can’t use the account.',
        ],
        linkText: 'Verify my address',
        path: notification.facts.path,
      }
    case 'password_reset':
      return {
        subject: 'Set another password',
        sentences: ['You can set another password now. The link works once, for an hour.', notYou],
        linkText: 'Set another password',
        path: notification.facts.path,
      }
    case 'sign_in_link':
      return {
        subject: 'Sign in without your password',
        sentences: [
          'Someone has entered wrong passwords for your account, so new devices cannot use the password for now. This link signs you in. It works once, for 15 minutes.',
          'If you did not ask for it, do nothing: without the link nobody gets in.',
        ],
        linkText: 'Sign in',
        path: notification.facts.path,
      }
    case 'contact_changed':
      return contactTexts(notification.facts)
    case 'owner_change':
      return ownerTexts(notification.facts)
    case 'owner_alert':
      return {
        subject: notification.facts.subject,
        sentences: [notification.facts.sentence],
        linkText: 'Login',
        path: '/login',
      }
    case 'team_invite':
      return invitationTexts(notification.facts)
    default:
      return notification satisfies never
  }
}

function contactTexts({ path, frozenUntil }: NotificationFacts['contact_changed']) {
  return {
    subject: 'Your mobile number or email address was changed',
    sentences: [
      'Our team changed the mobile number or email address of your account. We send this to the previous one.',
      ...(frozenUntil ? [`Spending is paused until ${dayAndTimeInIndia(frozenUntil)}.`] : []),
      'If you asked for the change, confirm it with the link. If not, undo it there. The link works once, for 72 hours.',
    ],
    linkText: 'Undo or confirm the change',
    path,
  }
}

function ownerTexts({ by, text, path, until }: NotificationFacts['owner_change']) {
  if (!until) {
    return {
      subject: 'An owner’s account was changed',
      sentences: [`${by} made this change: ${text}.`, 'If you did not expect it, check the team at once.'],
      linkText: 'Login',
      path,
    }
  }
  return {
    subject: 'A change of an owner’s account waits',
    sentences: [
      `${by} asks for this change: ${text}.`,
      `It takes effect when another owner approves it, or at ${dayAndTimeInIndia(until)} unless an owner stops it.`,
      'If you did not expect it, stop it with the link.',
    ],
    linkText: 'Stop the change',
    path,
  }
}

function invitationTexts({ by, role, path }: NotificationFacts['team_invite']) {
  return {
    subject: 'You are invited to the team',
    sentences: [
      `${by} invites you to the back office, as ${role}.`,
      'Choose a password, and you are in. The link works once, for 48 hours.',
      'If you do not know what this is about, do nothing: without the link nothing is opened.',
    ],
    linkText: 'Accept the invitation',
    path,
  }
}
