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
import { completeSignIn } from './complete-sign-in.ts'
import { findUserByMobile } from './find-user.ts'
import type { SignedIn } from './open-session.ts'
import { type IOtp, maxOtpTries, OtpModel, type OtpPurpose, otpId } from './otp-model.ts'
import { countCode } from './sms-use.ts'
import type { IUser } from './user-model.ts'

type OtpDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'log'>

/** The code's purpose and recipient: a mobile number, or an e-mail address for `prove_email`. */
export type OtpTarget = { purpose: OtpPurpose; mobile: string }

/** A code with less time left is replaced when another is requested. */
const minResendMs = 2 * 60_000

/**
 * Requests a text message with a code of six digits, valid for ten minutes. While it is valid, another request sends
 * the same code without resetting its tries; within `SMS_GAP_MS` after the last one it sends nothing, as the vendor
 * would reject it. The same for every number: whether a message is sent is decided when the notification is processed.
 * @returns the ms after which a request sends a message again
 */
export async function requestOtp(deps: OtpDeps, target: OtpTarget): Promise<number> {
  const now = deps.clock.now()
  const previous = await OtpModel.findById(otpId(target.purpose, target.mobile)).lean<IOtp | null>()
  const validOtp = previous && previous.expiresAt > now && previous.tries < maxOtpTries ? previous : undefined
  const sentMs = validOtp ? now.getTime() - validOtp.askedAt.getTime() : Number.POSITIVE_INFINITY
  if (sentMs < deps.env.SMS_GAP_MS) return deps.env.SMS_GAP_MS - sentMs
  const isResendable = validOtp && validOtp.expiresAt.getTime() - now.getTime() >= minResendMs
  const validCode = isResendable
    ? decrypt(deps.env, encryptionContext(validOtp._id), validOtp.sealedCode)
    : undefined
  const request = { ...target, now, previous, code: validCode ?? newCode() }
  await ignoreDuplicate(() =>
    send(deps, { ...request, validOtp: validCode === undefined ? undefined : validOtp }),
  )
  return deps.env.SMS_GAP_MS
}

const encryptionContext = (otp: string) => ({ purpose: 'account-notification' as const, about: `otp/${otp}` })

type OtpToSend = OtpTarget & {
  now: Date
  code: string
  previous: IOtp | null
  /** The code that is sent again. */
  validOtp: IOtp | undefined
}

/** Concurrent requests send one code. */
async function send(
  deps: OtpDeps,
  { purpose, mobile, now, code, previous, validOtp }: OtpToSend,
): Promise<void> {
  const _id = otpId(purpose, mobile)
  const expiresAt = validOtp?.expiresAt ?? new Date(now.getTime() + otpMs)
  const notification = { ...newNotification(`${purpose}_code`, mobile, now), expiresAt }
  const sealedCode = encrypt(deps.env, { purpose: 'account-notification', about: notification._id }, code)
  const otp = {
    notificationId: notification._id,
    codeMac: macOf(deps.env, 'otp', `${_id}/${code}`),
    askedAt: now,
    expiresAt,
    sealedCode: encrypt(deps.env, encryptionContext(_id), code),
    tries: 0,
  }
  const { tries: _tries, ...resent } = otp
  const isWritten = await inTransaction(async (tx) => {
    if (!previous) await OtpModel.insertMany([{ _id, ...otp }], { session: tx })
    else {
      const change = { $set: validOtp ? resent : otp }
      const { matchedCount } = await OtpModel.updateOne(
        { _id, notificationId: previous.notificationId },
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
  if (isWritten) await enqueueNotification(deps, notification)
}

/** Remaining validity of a number's code in ms; 0 when there is none. The same for numbers without an account. */
export async function otpTimeLeft(deps: Pick<Deps, 'clock'>, target: OtpTarget): Promise<number> {
  const otp = await OtpModel.findById(otpId(target.purpose, target.mobile)).lean<IOtp | null>()
  return Math.max(0, (otp?.expiresAt.getTime() ?? 0) - deps.clock.now().getTime())
}

/**
 * Counts a try, in the same write that checks that one is left, and compares the code.
 * @returns the code's document, for `consumeOtp`
 * @throws AppError `otp_expired` when there is none, and with `triesLeft: 0` when its five tries are used up;
 * `otp_mismatch` with `triesLeft`
 */
export async function attemptOtp(deps: OtpDeps, { purpose, mobile }: OtpTarget, code: string): Promise<IOtp> {
  const _id = otpId(purpose, mobile)
  const now = deps.clock.now()
  const otp = await OtpModel.findOneAndUpdate(
    { _id, tries: { $lt: maxOtpTries }, expiresAt: { $gt: now } },
    { $inc: { tries: 1 } },
    { returnDocument: 'after' },
  ).lean<IOtp | null>()
  if (!otp) {
    const isUsedUp = await OtpModel.exists({ _id, expiresAt: { $gt: now } })
    throw isUsedUp ? usedUp(purpose) : new AppError('otp_expired')
  }
  const isRight = isMacOf(deps.env, { purpose: 'otp', stored: otp.codeMac }, `${_id}/${code}`)
  if (!isRight) throw new AppError('otp_mismatch', { details: { triesLeft: maxOtpTries - otp.tries } })
  if (purpose !== 'prove_email') await countCode(deps, 'used')
  return otp
}

/** A registration returns to its first step by the message of an expired code (specification §4). */
const usedUp = (purpose: OtpPurpose) =>
  new AppError('otp_expired', {
    ...(purpose !== 'register' && {
      message: 'Five wrong tries. This OTP no longer works. Please request a new OTP.',
    }),
    details: { triesLeft: 0 },
  })

/**
 * Consumes a code.
 * @throws AppError `otp_expired` when it has been used or replaced
 */
export async function consumeOtp({ _id, notificationId }: IOtp, tx?: ClientSession): Promise<void> {
  const { deletedCount } = await OtpModel.deleteOne({ _id, notificationId }, tx ? { session: tx } : {})
  if (deletedCount !== 1) throw new AppError('otp_expired')
}

/**
 * Whether a code sent to the mobile number may sign in. It may not for an unverified number that a staff member has
 * set, nor for an admin without a second factor.
 */
export const canSignInByOtp = ({ isBlocked, contactChange, role, hasSecondFactor }: IUser): boolean =>
  !isBlocked && !contactChange?.mobile && (role !== 'admin' || hasSecondFactor)

/**
 * Opens a session for the code that was sent to this number.
 * @throws AppError `otp_expired`, `otp_mismatch`; only after the right code `email_unverified`, and then the link is
 * mailed again. Codes for unknown or blocked users are never sent.
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
