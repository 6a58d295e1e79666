import { AppError } from '../../platform/app-error.ts'
import type { Deps } from '../deps.ts'
import { letIn } from './factor/let-in.ts'
import { findUserByMobile } from './find-user.ts'
import type { SignedIn } from './open-session.ts'
import type { Origin } from './origin.ts'
import { spendOtp, tryOtp } from './otp.ts'
import { mailAccount } from './tell-account.ts'
import type { IUser } from './user-model.ts'

/**
 * Whether a code lets somebody in: not to a number that our team has set and the owner has not proved, and not an admin
 * who has no second factor beside it.
 */
export const mayComeByOtp = ({ isBlocked, staffSet, role, hasSecondFactor }: IUser): boolean =>
  !isBlocked && !staffSet?.mobile && (role !== 'admin' || hasSecondFactor)

/**
 * Opens a session for who has the code that was sent to this number.
 * @throws AppError `otp_expired`, `otp_wrong`; after the right code only, `email_unverified`, and then the link is
 * mailed again. A code for somebody unknown or blocked is never sent, and so never right but by chance.
 */
export async function signInByOtp(
  deps: Pick<Deps, 'clock' | 'env' | 'queues'>,
  { mobile, otp: code }: { mobile: string; otp: string },
  from?: Origin,
): Promise<SignedIn> {
  const otp = await tryOtp(deps, { purpose: 'sign_in', mobile }, code)
  await spendOtp(otp)
  const user = await findUserByMobile(mobile)
  if (!user || !mayComeByOtp(user)) throw new AppError('otp_wrong')
  if (!user.verified) {
    await mailAccount(deps, 'verify', { email: user.email })
    throw new AppError('email_unverified')
  }
  return letIn(deps, user, from)
}
