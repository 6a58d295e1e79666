import type { ClientSession } from 'mongoose'
import { otpMs } from '../../contracts/otp-life.ts'
import { AppError } from '../../platform/app-error.ts'
import { newCode } from '../../platform/ids.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { decrypt, encrypt, isMacOf, macOf } from '../../platform/secret-key.ts'
import type { Deps } from '../deps.ts'
import { AccountNotificationModel } from './account-notification-model.ts'
import { enqueueNotification, newNotification, sendAccountMail } from './account-notifications.ts'
import type { Client } from './client.ts'
import { countCode } from './code-use.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { findUserByMobile } from './find-user.ts'
import type { SignedIn } from './open-session.ts'
import { type IOtp, maxOtpTries, OtpModel, type OtpPurpose, otpId } from './otp-model.ts'
import type { IUser } from './user-model.ts'

type OtpDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'log'>

/** The code's purpose and recipient: a mobile number, or an e-mail address for `prove_email`. */
export type OtpOf = { purpose: OtpPurpose; mobile: string }

/** A code that is not good for so long any more is replaced by another where it is asked for again. */
const worthSendingMs = 2 * 60_000

/**
 * Has a code of six digits sent by text message, good for ten minutes. While it is good, asking again sends the same
 * code, whose tries go on counting; sooner than `SMS_GAP_MS` after the last time it sends nothing, as the vendor would
 * refuse it. The same for every number: whether it is sent is decided on its way out.
 * @returns after how many ms asking again sends a message
 */
export async function requestOtp(deps: OtpDeps, of: OtpOf): Promise<number> {
  const now = deps.clock.now()
  const before = await OtpModel.findById(otpId(of.purpose, of.mobile)).lean<IOtp | null>()
  const good = before && before.expiresAt > now && before.tries < maxOtpTries ? before : undefined
  const sentMs = good ? now.getTime() - good.askedAt.getTime() : Number.POSITIVE_INFINITY
  if (sentMs < deps.env.SMS_GAP_MS) return deps.env.SMS_GAP_MS - sentMs
  const isWorthSending = good && good.expiresAt.getTime() - now.getTime() >= worthSendingMs
  const known = isWorthSending ? decrypt(deps.env, sealedFor(good._id), good.sealedCode) : undefined
  const asked = { ...of, now, before, code: known ?? newCode() }
  await ignoreDuplicate(() => send(deps, { ...asked, good: known === undefined ? undefined : good }))
  return deps.env.SMS_GAP_MS
}

const sealedFor = (otp: string) => ({ purpose: 'account-notification' as const, about: `otp/${otp}` })

type Sending = OtpOf & {
  now: Date
  code: string
  before: IOtp | null
  /** The code that is sent again. */
  good: IOtp | undefined
}

/** Two requests at the same time send one code. */
async function send(deps: OtpDeps, { purpose, mobile, now, code, before, good }: Sending): Promise<void> {
  const _id = otpId(purpose, mobile)
  const expiresAt = good?.expiresAt ?? new Date(now.getTime() + otpMs)
  const notification = { ...newNotification(`${purpose}_code`, mobile, now), expiresAt }
  const sealedCode = encrypt(deps.env, { purpose: 'account-notification', about: notification._id }, code)
  const otp = {
    notificationId: notification._id,
    codeMac: macOf(deps.env, 'otp', `${_id}/${code}`),
    askedAt: now,
    expiresAt,
    sealedCode: encrypt(deps.env, sealedFor(_id), code),
    tries: 0,
  }
  const { tries: _tries, ...again } = otp
  const isMine = await inTransaction(async (tx) => {
    if (!before) await OtpModel.insertMany([{ _id, ...otp }], { session: tx })
    else {
      const change = { $set: good ? again : otp }
      const { matchedCount } = await OtpModel.updateOne(
        { _id, notificationId: before.notificationId },
        change,
        {
          session: tx,
        },
      )
      if (matchedCount === 0) return false
    }
    await AccountNotificationModel.insertMany([{ ...notification, sealedCode }], { session: tx })
    return true
  })
  if (isMine) await enqueueNotification(deps, notification)
}

/** How long a number's code is still good, in ms; 0 when there is none. The same for numbers without an account. */
export async function otpTimeLeft(deps: Pick<Deps, 'clock'>, of: OtpOf): Promise<number> {
  const otp = await OtpModel.findById(otpId(of.purpose, of.mobile)).lean<IOtp | null>()
  return Math.max(0, (otp?.expiresAt.getTime() ?? 0) - deps.clock.now().getTime())
}

/**
 * Counts a try, in one step with looking whether there is one left, and compares.
 * @returns the code's document, for `consumeOtp`
 * @throws AppError `otp_expired` when there is none or its five tries are used up, `otp_mismatch`
 */
export async function attemptOtp(deps: OtpDeps, { purpose, mobile }: OtpOf, code: string): Promise<IOtp> {
  const _id = otpId(purpose, mobile)
  const otp = await OtpModel.findOneAndUpdate(
    { _id, tries: { $lt: maxOtpTries }, expiresAt: { $gt: deps.clock.now() } },
    { $inc: { tries: 1 } },
    { returnDocument: 'after' },
  ).lean<IOtp | null>()
  if (!otp) throw new AppError('otp_expired')
  const isRight = isMacOf(deps.env, { purpose: 'otp', stored: otp.codeMac }, `${_id}/${code}`)
  if (!isRight) throw new AppError('otp_mismatch')
  if (purpose !== 'prove_email') await countCode(deps, 'used')
  return otp
}

/** Uses a code up. @throws AppError `otp_expired` when someone else has, or it was replaced */
export async function consumeOtp({ _id, notificationId }: IOtp, tx?: ClientSession): Promise<void> {
  const { deletedCount } = await OtpModel.deleteOne({ _id, notificationId }, tx ? { session: tx } : {})
  if (deletedCount !== 1) throw new AppError('otp_expired')
}

/**
 * Whether a code sent to the mobile number may sign in: not to an unverified number that a staff member has set, and not
 * an admin without a second factor.
 */
export const canSignInByOtp = ({ isBlocked, contactChange, role, hasSecondFactor }: IUser): boolean =>
  !isBlocked && !contactChange?.mobile && (role !== 'admin' || hasSecondFactor)

/**
 * Opens a session for who has the code that was sent to this number.
 * @throws AppError `otp_expired`, `otp_mismatch`; after the right code only, `email_unverified`, and then the link is
 * mailed again. A code for somebody unknown or blocked is never sent, and so never right but by chance.
 */
export async function signInByOtp(
  deps: Pick<Deps, 'clock' | 'env' | 'queues' | 'log'>,
  { mobile, otp: code }: { mobile: string; otp: string },
  from?: Client,
): Promise<SignedIn> {
  const otp = await attemptOtp(deps, { purpose: 'sign_in', mobile }, code)
  await consumeOtp(otp)
  const user = await findUserByMobile(mobile)
  if (!user || !canSignInByOtp(user)) throw new AppError('otp_mismatch')
  if (!user.verified) {
    await sendAccountMail(deps, 'verify', { email: user.email })
    throw new AppError('email_unverified')
  }
  return completeSignIn(deps, user, from)
}
