import { AppError } from '../../platform/app-error.ts'
import type { Deps } from '../deps.ts'
import { completeSignIn } from './factor/complete-sign-in.ts'
import { findUserByMobile } from './find-user.ts'
import type { SignedIn } from './open-session.ts'
import type { Client } from './client.ts'
import { consumeOtp, attemptOtp } from './otp.ts'
import { sendAccountMail } from './account-notifications.ts'
import type { IUser } from './user-model.ts'

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
