import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { newCode } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { isMacOf, macOf, seal } from '../../platform/secret-key.ts'
import type { Deps } from '../deps.ts'
import { AccountNoticeModel } from './account-notice-model.ts'
import { type IOtp, OtpModel, type OtpPurpose, otpId, otpMs, otpTriesAtMost } from './otp-model.ts'
import { dueNotice, queueNotice } from './tell-account.ts'

type OtpDeps = Pick<Deps, 'clock' | 'env' | 'queues'>

/** The code's purpose and recipient: a mobile number, or an e-mail address for `prove_email`. */
export type OtpOf = { purpose: OtpPurpose; mobile: string }

/**
 * Makes a code of six digits, good for ten minutes, and has it sent by text message. The one before is void. The same
 * for every number: whether it is sent is decided on its way out.
 */
export async function askOtp(deps: OtpDeps, { purpose, mobile }: OtpOf): Promise<void> {
  const now = deps.clock.now()
  const _id = otpId(purpose, mobile)
  const code = newCode()
  const expiresAt = new Date(now.getTime() + otpMs)
  const notice = { ...dueNotice(`${purpose}_code`, mobile, now), expiresAt }
  const sealedCode = seal(deps.env, { purpose: 'account-notice', about: notice._id }, code)
  const codeMac = macOf(deps.env, 'otp', `${_id}/${code}`)
  await inTransaction(async (session) => {
    await AccountNoticeModel.insertMany([{ ...notice, sealedCode }], { session })
    const otp = { noticeId: notice._id, codeMac, tries: 0, expiresAt }
    await OtpModel.updateOne({ _id }, { $set: otp }, { upsert: true, session })
  })
  await queueNotice(deps, notice)
}

/** How long a number's code is still good, in ms; 0 when there is none. The same for numbers without an account. */
export async function otpTimeLeft(deps: Pick<Deps, 'clock'>, of: OtpOf): Promise<number> {
  const otp = await OtpModel.findById(otpId(of.purpose, of.mobile)).lean<IOtp | null>()
  return Math.max(0, (otp?.expiresAt.getTime() ?? 0) - deps.clock.now().getTime())
}

/**
 * Counts a try, in one step with looking whether there is one left, and compares.
 * @returns the code's document, for `spendOtp`
 * @throws AppError `otp_expired` when there is none or its five tries are used up, `otp_wrong`
 */
export async function tryOtp(deps: OtpDeps, { purpose, mobile }: OtpOf, code: string): Promise<IOtp> {
  const _id = otpId(purpose, mobile)
  const otp = await OtpModel.findOneAndUpdate(
    { _id, tries: { $lt: otpTriesAtMost }, expiresAt: { $gt: deps.clock.now() } },
    { $inc: { tries: 1 } },
    { returnDocument: 'after' },
  ).lean<IOtp | null>()
  if (!otp) throw new AppError('otp_expired')
  const isRight = isMacOf(deps.env, { purpose: 'otp', stored: otp.codeMac }, `${_id}/${code}`)
  if (!isRight) throw new AppError('otp_wrong')
  return otp
}

/** Uses a code up. @throws AppError `otp_expired` when someone else has, or it was replaced */
export async function spendOtp({ _id, noticeId }: IOtp, session?: ClientSession): Promise<void> {
  const { deletedCount } = await OtpModel.deleteOne({ _id, noticeId }, session ? { session } : {})
  if (deletedCount !== 1) throw new AppError('otp_expired')
}
