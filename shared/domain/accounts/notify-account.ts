import { staffRoleTexts } from '../../contracts/permission-texts.ts'
import { nextTask } from '../../platform/due-tasks.ts'
import { decrypt } from '../../platform/secret-key.ts'
import type { SetFields } from '../../platform/typed-update.ts'
import type { Deps } from '../deps.ts'
import { type Notification, notifyCustomer, smsWaitMs } from '../notifications/index.ts'
import { AccountNotificationModel, type IAccountNotification } from './account-notification-model.ts'
import { enqueueNotification, type FreshNotification } from './account-notifications.ts'
import { issueEmailToken, reserveMail } from './email-token.ts'
import { erasureMail } from './erasure-mail.ts'
import { findUser, findUserByEmail, findUserByMobile } from './find-user.ts'
import { issueInvitationToken, recordUnsent } from './invitation.ts'
import { type IInvitation, InvitationModel, invitationId } from './invitation-model.ts'
import { canSignInByOtp } from './otp.ts'
import { OtpModel, type OtpPurpose, otpId } from './otp-model.ts'
import { ownerAlertMail, ownerChangeMail } from './owner-mails.ts'
import { canSignInByLink } from './sign-in-link.ts'
import { countCode } from './sms-use.ts'
import type { IUser } from './user-model.ts'

type NotifyDeps = Pick<Deps, 'mail' | 'sms' | 'clock' | 'log' | 'env' | 'queues'>

/** Sends a due account notification once. One that could not be sent is retried until it expires. */
export async function notifyAccount(deps: NotifyDeps, id: string, seq: number): Promise<void> {
  const notification = await AccountNotificationModel.findById(id).lean<IAccountNotification | null>()
  if (notification?.due.notify.seq !== seq || notification.due.notify.at === null) return
  const retryAt = notification.expiresAt > deps.clock.now() ? await send(deps, notification) : undefined
  const next = nextTask(notification.due.notify, retryAt ?? null)
  const updated = await AccountNotificationModel.updateOne(
    { _id: id, 'due.notify.seq': seq },
    {
      $set: {
        'due.notify': next,
        sealedCode: next.at ? notification.sealedCode : '',
        updatedAt: deps.clock.now(),
      } satisfies SetFields<IAccountNotification>,
    },
  )
  if (updated.modifiedCount === 1)
    await enqueueNotification(deps, { _id: id, due: { notify: next, sweepCount: 0 } })
}

async function send(deps: NotifyDeps, notification: IAccountNotification): Promise<Date | undefined> {
  const message = await notificationFor(deps, notification)
  if (!message) return undefined
  const { mail, sms, againAt: retryAt } = await notifyCustomer(deps, message.first, message.fresh)
  if (notification.kind === 'invite') await recordUnsent(notification, mail, deps.clock.now())
  if (message.first.kind === 'account_code' && sms === 'accepted') await countCode(deps, 'sent')
  return retryAt
}

async function notificationFor(
  deps: NotifyDeps,
  notification: IAccountNotification,
): Promise<FreshNotification | undefined> {
  switch (notification.kind) {
    case 'register_code':
    case 'sign_in_code':
      return codeNotification(deps, notification)
    case 'prove_mobile_code':
    case 'prove_email_code':
      return proofNotification(deps, notification)
    case 'contact':
      return contactNotification(deps, notification)
    case 'verify':
    case 'reset':
    case 'sign_in':
      return linkNotification(deps, notification, notification.kind)
    case 'email_taken': {
      const owner = await ownerOf(notification)
      if (!owner) return undefined
      const first: Notification = { kind: 'email_taken', ref: notification._id, to: byMail(owner), facts: {} }
      return { first, fresh: async () => first }
    }
    case 'invite':
      return invitationNotification(deps, notification)
    case 'owner_change':
      return ownerChangeMail(deps, notification)
    case 'owner_alert':
      return ownerAlertMail(notification)
    case 'erasure':
      return erasureNotification(notification)
    default:
      return notification.kind satisfies never
  }
}

async function codeNotification(
  deps: NotifyDeps,
  notification: IAccountNotification,
): Promise<FreshNotification | undefined> {
  const purpose: OtpPurpose = notification.kind === 'register_code' ? 'register' : 'sign_in'
  const owner = await findUserByMobile(notification.about)
  if (owner?.isBlocked || (purpose === 'sign_in' && !(owner && canSignInByOtp(owner)))) return undefined
  if (!(await isLatest(purpose, notification))) return undefined
  const to = { name: '', email: '', mobilenumber: notification.about }
  if (purpose === 'register' && owner) {
    const first: Notification = { kind: 'account_exists', ref: notification._id, to, facts: {} }
    return { first, fresh: async () => first }
  }
  // The rate limit delays the text message: the code is also mailed to the verified address.
  const isAlsoMailed =
    owner?.verified && !owner.contactChange?.email && (await smsWaitMs(deps, notification.about)) > 0
  return codeMessage(deps, notification, isAlsoMailed ? { ...to, name: owner.name, email: owner.email } : to)
}

/** A code for a signed-in customer to verify a number or address that a staff member has set. */
async function proofNotification(
  deps: NotifyDeps,
  notification: IAccountNotification,
): Promise<FreshNotification | undefined> {
  const isMobile = notification.kind === 'prove_mobile_code'
  if (!(await isLatest(isMobile ? 'prove_mobile' : 'prove_email', notification))) return undefined
  const to = isMobile
    ? { email: '', mobilenumber: notification.about }
    : { email: notification.about, mobilenumber: '' }
  return codeMessage(deps, notification, { name: '', ...to })
}

function codeMessage(
  deps: NotifyDeps,
  notification: IAccountNotification,
  to: Notification['to'],
): FreshNotification | undefined {
  const code = decrypt(
    deps.env,
    { purpose: 'account-notification', about: notification._id },
    notification.sealedCode,
  )
  if (code === undefined) {
    deps.log.error({ ref: notification._id }, 'a code cannot be read: SECRET_KEY has changed')
    return undefined
  }
  const first: Notification = { kind: 'account_code', ref: notification._id, to, facts: { code } }
  return { first, fresh: async () => first }
}

/** Sent to the contacts that the account had before a staff member changed them. */
async function contactNotification(
  deps: NotifyDeps,
  notification: IAccountNotification,
): Promise<FreshNotification | undefined> {
  const user = await findUser(notification.about)
  const { contactChange } = user ?? {}
  if (!user || user.isBlocked || !contactChange) return undefined
  const { email, mobilenumber } = contactChange.previous
  const tokenRequest = {
    purpose: 'contact' as const,
    user: { ...user, email },
    notificationId: notification._id,
  }
  if (!(await reserveMail({ ...tokenRequest, now: deps.clock.now() }))) return undefined
  const withToken = (token: string): Notification => ({
    kind: 'contact_changed',
    ref: notification._id,
    to: { name: user.name, email, mobilenumber },
    facts: {
      path: `/contact_changed/${user._id.toHexString()}/${token}`,
      ...(contactChange.frozenUntil && { frozenUntil: contactChange.frozenUntil }),
    },
  })
  return {
    first: withToken(''),
    fresh: async () => {
      const token = await issueEmailToken({ ...tokenRequest, now: deps.clock.now() })
      return token === undefined ? undefined : withToken(token)
    },
  }
}

/** Sent to a blocked user, too: it says what becomes of the account. */
async function erasureNotification({
  _id,
  about,
  erasure,
}: IAccountNotification): Promise<FreshNotification | undefined> {
  const user = await findUser(about)
  if (!user || user.erasedAt || !erasure) return undefined
  const first: Notification = { kind: 'erasure', ref: _id, to: byMail(user), facts: erasureMail(erasure) }
  return { first, fresh: async () => first }
}

/** False when the code was replaced or used. */
async function isLatest(purpose: OtpPurpose, { _id, about }: IAccountNotification): Promise<boolean> {
  return (
    (await OtpModel.findById(otpId(purpose, about), { notificationId: 1 }).lean())?.notificationId === _id
  )
}

const linkPages = { verify: '/verification', reset: '/reset_password', sign_in: '/sign_in_link' } as const

/** Whether the account may receive such a link: the address is its owner's, and the link is of use. */
const mayReceiveLink = {
  verify: ({ verified }) => !verified,
  reset: ({ contactChange }) => !contactChange?.email,
  sign_in: canSignInByLink,
} satisfies Record<keyof typeof linkPages, (user: IUser) => boolean>

async function linkNotification(
  deps: NotifyDeps,
  notification: IAccountNotification,
  purpose: keyof typeof linkPages,
): Promise<FreshNotification | undefined> {
  const user = await ownerOf(notification)
  if (!user || !mayReceiveLink[purpose](user)) return undefined
  const tokenRequest = { purpose, user, notificationId: notification._id, now: deps.clock.now() }
  if (!(await reserveMail(tokenRequest))) return undefined
  const withToken = (token: string): Notification => {
    const path = `${linkPages[purpose]}/${user._id.toHexString()}/${token}`
    const about = { ref: notification._id, to: byMail(user) }
    if (purpose === 'reset') return { kind: 'password_reset', ...about, facts: { path } }
    if (purpose === 'sign_in') return { kind: 'sign_in_link', ...about, facts: { path } }
    const facts = { path, name: user.name, mobileEnd: user.mobilenumber.slice(-4) }
    return { kind: 'email_verify', ...about, facts }
  }
  return {
    first: withToken(''),
    fresh: async () => {
      const token = await issueEmailToken(tokenRequest)
      return token === undefined ? undefined : withToken(token)
    },
  }
}

/** The user with this address; undefined for a blocked user, who is not notified. */
async function ownerOf({ about }: IAccountNotification): Promise<IUser | undefined> {
  const user = await findUserByEmail(about)
  return user && !user.isBlocked ? user : undefined
}

const byMail = ({ name, email }: IUser) => ({ name, email, mobilenumber: '' })

/** The mail with an invitation's link; undefined when another mail has replaced it. */
async function invitationNotification(
  { clock }: Pick<Deps, 'clock'>,
  { _id: notificationId, about }: IAccountNotification,
): Promise<FreshNotification | undefined> {
  const invitation = await InvitationModel.findById(invitationId(about)).lean<IInvitation | null>()
  if (invitation?.notificationId !== notificationId || invitation.state !== 'sent') return undefined
  const { _id, name, email, invitedBy } = invitation
  const role = staffRoleTexts[invitation.staffRole].name
  const withToken = (token: string): Notification => ({
    kind: 'team_invite',
    ref: notificationId,
    to: { name, email, mobilenumber: '' },
    facts: { path: `/invitation/${_id}/${token}`, by: invitedBy.name, role },
  })
  return {
    first: withToken(''),
    fresh: async () => {
      const token = await issueInvitationToken(invitation, clock.now())
      return token === undefined ? undefined : withToken(token)
    },
  }
}
