import { otpMs } from '../../contracts/otp-life.ts'
import { dayAndTimeInIndia } from '../../platform/clock.ts'
import type { MailText } from './format-text.ts'
import type { Notification, NotificationFacts } from './notification.ts'

const kinds = [
  ...(['account_code', 'account_exists', 'email_taken', 'email_verify', 'password_reset'] as const),
  ...(['sign_in_link', 'contact_changed', 'team_invite', 'owner_change', 'owner_alert', 'erasure'] as const),
] as const

export type AccountNotification = Extract<Notification, { kind: (typeof kinds)[number] }>

export const isAboutAccount = (notification: Notification): notification is AccountNotification =>
  (kinds as readonly string[]).includes(notification.kind)

const notYou = 'If this wasn’t you, ignore this email. Nothing has changed.'

const numberText = (end: string) => (end ? ` (mobile ending ${end})` : '')

/** Texts of an account notification, with the page that it links to. */
export function accountTexts(
  notification: AccountNotification,
): MailText & { linkText: string; path: string } {
  switch (notification.kind) {
    case 'account_code':
      return {
        subject: 'Your OTP',
        sentences: [
          `${notification.facts.code} is your OTP. It’s valid for ${otpMs / 60_000} minutes.`,
          'Don’t share it with anyone. We never ask for it.',
        ],
        linkText: 'Log in with phone',
        path: '/otplogin',
      }
    case 'account_exists':
    case 'email_taken':
      return {
        subject: 'You already have an account',
        sentences: [
          'Someone tried to create an account with your email or mobile number. You already have one, so just log in.',
          'Forgot your password? Reset it from the login page.',
          notYou,
        ],
        linkText: 'Login',
        path: '/login',
      }
    case 'email_verify':
      return {
        subject: 'Verify your email',
        sentences: [
          `Confirm the account of ${notification.facts.name}${numberText(notification.facts.mobileEnd)}. The link works once and is valid for 24 hours.`,
          'If this isn’t you, don’t open the link. Someone entered your email by mistake and can’t use the account without it.',
        ],
        linkText: 'Verify email',
        path: notification.facts.path,
      }
    case 'password_reset':
      return {
        subject: 'Reset your password',
        sentences: ['Use this link to set a new password. It works once and is valid for 1 hour.', notYou],
        linkText: 'Reset password',
        path: notification.facts.path,
      }
    case 'sign_in_link':
      return {
        subject: 'Log in without your password',
        sentences: [
          'Your password was entered incorrectly too often, so new devices can’t use it right now. This link logs you in. It works once and is valid for 15 minutes.',
          'If you didn’t request this, ignore this email. Your account can’t be opened without the link.',
        ],
        linkText: 'Log in',
        path: notification.facts.path,
      }
    case 'contact_changed':
      return contactTexts(notification.facts)
    case 'owner_change':
      return ownerTexts(notification.facts)
    case 'owner_alert':
    case 'erasure':
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
    subject: 'Your mobile number or email was changed',
    sentences: [
      'The mobile number or email of your account was changed. This message goes to the previous one.',
      ...(frozenUntil ? [`Spending is paused until ${dayAndTimeInIndia(frozenUntil)}.`] : []),
      'If you made this change, confirm it with the link. If not, undo it there. The link works once and is valid for 72 hours.',
    ],
    linkText: 'Confirm or undo',
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
    subject: 'You’re invited to the team',
    sentences: [
      `${by} invited you to the back office as ${role}.`,
      'Set a password to join. The link works once and is valid for 48 hours.',
      'Not expecting this? Ignore this email; no account is created without the link.',
    ],
    linkText: 'Accept invitation',
    path,
  }
}
