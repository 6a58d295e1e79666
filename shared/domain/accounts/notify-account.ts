import { nextLane } from '../../platform/due.ts'
import { decrypt } from '../../platform/secret-key.ts'
import type { Fields } from '../../platform/typed-update.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notifyCustomer, smsRestMs } from '../notifications/index.ts'
import { claimLink, openLink } from './account-link.ts'
import { AccountNoticeModel, type IAccountNotice } from './account-notice-model.ts'
import { countCode } from './code-use.ts'
import { findUser, findUserByEmail, findUserByMobile } from './find-user.ts'
import { noteUnsent } from './invitation.ts'
import { invitationToTell } from './invitation-to-tell.ts'
import { OtpModel, type OtpPurpose, otpId } from './otp-model.ts'
import { canSignInByOtp } from './otp-sign-in.ts'
import { ownerAlertMail, ownerChangeMail } from './owner-mails.ts'
import { canSignInByLink } from './sign-in-link.ts'
import { queueNotice, type Told } from './tell-account.ts'
import type { IUser } from './user-model.ts'

type NotifyDeps = Pick<Deps, 'mail' | 'sms' | 'clock' | 'log' | 'env' | 'queues'>

/** Sends what is due about an account, once, to whom it should go. What could not be sent comes back while it helps. */
export async function notifyAccount(deps: NotifyDeps, id: string, seq: number): Promise<void> {
  const notice = await AccountNoticeModel.findById(id).lean<IAccountNotice | null>()
  if (notice?.due.notify.seq !== seq || notice.due.notify.at === null) return
  const again = notice.expiresAt > deps.clock.now() ? await send(deps, notice) : undefined
  const next = nextLane(notice.due.notify, again ?? null)
  const taken = await AccountNoticeModel.updateOne(
    { _id: id, 'due.notify.seq': seq },
    {
      $set: {
        'due.notify': next,
        sealedCode: next.at ? notice.sealedCode : '',
        updatedAt: deps.clock.now(),
      } satisfies Fields<IAccountNotice>,
    },
  )
  if (taken.modifiedCount === 1) await queueNotice(deps, { _id: id, due: { notify: next, swept: 0 } })
}

async function send(deps: NotifyDeps, notice: IAccountNotice): Promise<Date | undefined> {
  const told = await whatToTell(deps, notice)
  if (!told) return undefined
  const { mail, sms, againAt } = await notifyCustomer(deps, told.first, told.fresh)
  if (notice.kind === 'invite') await noteUnsent(notice, mail, deps.clock.now())
  if (told.first.kind === 'account_code' && sms === 'accepted') await countCode(deps, 'sent')
  return againAt
}

async function whatToTell(deps: NotifyDeps, notice: IAccountNotice): Promise<Told | undefined> {
  switch (notice.kind) {
    case 'register_code':
    case 'sign_in_code':
      return codeToTell(deps, notice)
    case 'prove_mobile_code':
    case 'prove_email_code':
      return proofToTell(deps, notice)
    case 'contact':
      return contactToTell(deps, notice)
    case 'verify':
    case 'reset':
    case 'sign_in':
      return linkToTell(deps, notice, notice.kind)
    case 'email_taken': {
      const owner = await ownerOf(notice)
      if (!owner) return undefined
      const first: Notice = { kind: 'email_taken', ref: notice._id, to: byMail(owner), facts: {} }
      return { first, fresh: async () => first }
    }
    case 'invite':
      return invitationToTell(deps, notice)
    case 'owner_change':
      return ownerChangeMail(deps, notice)
    case 'owner_alert':
      return ownerAlertMail(notice)
    default:
      return notice.kind satisfies never
  }
}

async function codeToTell(deps: NotifyDeps, notice: IAccountNotice): Promise<Told | undefined> {
  const purpose: OtpPurpose = notice.kind === 'register_code' ? 'register' : 'sign_in'
  const owner = await findUserByMobile(notice.about)
  if (owner?.isBlocked || (purpose === 'sign_in' && !(owner && canSignInByOtp(owner)))) return undefined
  if (!(await isLatest(purpose, notice))) return undefined
  const to = { name: '', email: '', mobilenumber: notice.about }
  if (purpose === 'register' && owner) {
    const first: Notice = { kind: 'account_exists', ref: notice._id, to, facts: {} }
    return { first, fresh: async () => first }
  }
  // Where no text message can come in time, the code also goes to the address that its owner has proved.
  const isAlsoMailed =
    owner?.verified && !owner.contactChange?.email && (await smsRestMs(deps, notice.about)) > 0
  return codeTold(deps, notice, isAlsoMailed ? { ...to, name: owner.name, email: owner.email } : to)
}

/** A code for a signed-in customer who verifies a number or address that a staff member has set. */
async function proofToTell(deps: NotifyDeps, notice: IAccountNotice): Promise<Told | undefined> {
  const isMobile = notice.kind === 'prove_mobile_code'
  if (!(await isLatest(isMobile ? 'prove_mobile' : 'prove_email', notice))) return undefined
  const to = isMobile ? { email: '', mobilenumber: notice.about } : { email: notice.about, mobilenumber: '' }
  return codeTold(deps, notice, { name: '', ...to })
}

function codeTold(deps: NotifyDeps, notice: IAccountNotice, to: Notice['to']): Told | undefined {
  const code = decrypt(deps.env, { purpose: 'account-notice', about: notice._id }, notice.sealedCode)
  if (code === undefined) {
    deps.log.error({ ref: notice._id }, 'a code cannot be read: SECRET_KEY has changed')
    return undefined
  }
  const first: Notice = { kind: 'account_code', ref: notice._id, to, facts: { code } }
  return { first, fresh: async () => first }
}

/** Goes to the contacts that the account had before a staff member changed them. */
async function contactToTell(deps: NotifyDeps, notice: IAccountNotice): Promise<Told | undefined> {
  const user = await findUser(notice.about)
  const { contactChange } = user ?? {}
  if (!user || user.isBlocked || !contactChange) return undefined
  const { email, mobilenumber } = contactChange.previous
  const asked = { purpose: 'contact' as const, user: { ...user, email }, noticeId: notice._id }
  if (!(await claimLink({ ...asked, now: deps.clock.now() }))) return undefined
  const withToken = (token: string): Notice => ({
    ...{ kind: 'contact_changed', ref: notice._id, to: { name: user.name, email, mobilenumber } },
    facts: {
      path: `/contact_changed/${user._id.toHexString()}/${token}`,
      ...(contactChange.frozenUntil && { frozenUntil: contactChange.frozenUntil }),
    },
  })
  return {
    first: withToken(''),
    fresh: async () => {
      const token = await openLink({ ...asked, now: deps.clock.now() })
      return token === undefined ? undefined : withToken(token)
    },
  }
}

/** Not replaced by another, nor used. */
async function isLatest(purpose: OtpPurpose, { _id, about }: IAccountNotice): Promise<boolean> {
  return (await OtpModel.findById(otpId(purpose, about), { noticeId: 1 }).lean())?.noticeId === _id
}

const pages = { verify: '/verification', reset: '/reset_password', sign_in: '/sign_in_link' } as const

/** Whether the account gets such a link: the address is its owner's, and the link is of use. */
const getsLink = {
  verify: ({ verified }) => !verified,
  reset: ({ contactChange }) => !contactChange?.email,
  sign_in: canSignInByLink,
} satisfies Record<keyof typeof pages, (user: IUser) => boolean>

async function linkToTell(
  deps: NotifyDeps,
  notice: IAccountNotice,
  purpose: keyof typeof pages,
): Promise<Told | undefined> {
  const user = await ownerOf(notice)
  if (!user || !getsLink[purpose](user)) return undefined
  const asked = { purpose, user, noticeId: notice._id, now: deps.clock.now() }
  if (!(await claimLink(asked))) return undefined
  const withToken = (token: string): Notice => {
    const path = `${pages[purpose]}/${user._id.toHexString()}/${token}`
    const about = { ref: notice._id, to: byMail(user) }
    if (purpose === 'reset') return { kind: 'password_reset', ...about, facts: { path } }
    if (purpose === 'sign_in') return { kind: 'sign_in_link', ...about, facts: { path } }
    const facts = { path, name: user.name, mobileEnd: user.mobilenumber.slice(-4) }
    return { kind: 'email_verify', ...about, facts }
  }
  return {
    first: withToken(''),
    fresh: async () => {
      const token = await openLink(asked)
      return token === undefined ? undefined : withToken(token)
    },
  }
}

/** Who has this address; nobody is told who is blocked. */
async function ownerOf({ about }: IAccountNotice): Promise<IUser | undefined> {
  const user = await findUserByEmail(about)
  return user && !user.isBlocked ? user : undefined
}

const byMail = ({ name, email }: IUser) => ({ name, email, mobilenumber: '' })
