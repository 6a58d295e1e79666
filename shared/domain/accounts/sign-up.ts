import { AppError } from '../../platform/app-error.ts'
import { isDuplicateKey } from '../../platform/mongo.ts'
import { ownerOf } from '../../platform/names.ts'
import type { Deps } from '../deps.ts'
import { sendAccountMail } from './account-notifications.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { insertUser, newUser, normalEmail } from './create-user.ts'
import { attemptOtp, consumeOtp, requestOtp } from './otp.ts'
import { uniqueKeys } from './user-model.ts'

type SignUpDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'log'>

export type Registration = { name: string; mobileNumber: string; email: string; password: string }

/**
 * Step one: sends a code to the number. A number with an account receives a text message about it instead; the reply is
 * the same.
 * @throws AppError `password_common`
 */
export async function startSignUp(
  deps: SignUpDeps,
  { mobileNumber, password }: Registration,
): Promise<number> {
  refuseCommonPassword(password)
  return requestOtp(deps, { purpose: 'register', mobile: mobileNumber })
}

/**
 * Step two: creates the account for the right code, and mails the verification link. If the address has an account, its
 * owner is notified by mail and nothing is created; the reply is the same.
 * @throws AppError `otp_expired`, `otp_mismatch`, `password_common`
 */
export async function finishSignUp(
  deps: SignUpDeps,
  { otp: code, ...registration }: Registration & { otp: string },
): Promise<void> {
  const { mobileNumber: mobile, ...person } = registration
  refuseCommonPassword(person.password)
  const otp = await attemptOtp(deps, { purpose: 'register', mobile }, code)
  // Hashed before the code is consumed, so that the code stays valid when the hashing queue is full.
  const user = await newUser({ ...person, mobilenumber: mobile })
  try {
    await insertUser(user, (tx) => consumeOtp(otp, tx))
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    if (await ownerOf(uniqueKeys.mobile(mobile))) throw new AppError('otp_expired')
    await consumeOtp(otp)
    await sendAccountMail(deps, 'email_taken', { email: user.email })
    return
  }
  await sendAccountMail(deps, 'verify', { email: normalEmail(user.email) })
}
