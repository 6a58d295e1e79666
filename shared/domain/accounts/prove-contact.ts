import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from './caller.ts'
import { findUser } from './find-user.ts'
import { askOtp, type OtpOf, spendOtp, tryOtp } from './otp.ts'
import { type IUser, UserModel } from './user-model.ts'

/** What of an account's addresses is meant. */
export type Contact = 'mobile' | 'email'

type ProofDeps = Pick<Deps, 'clock' | 'env' | 'queues'>

/**
 * Sends a code to the number or address that our team has set, for its owner, who is signed in by other means.
 * @throws AppError `not_found` where there is none to prove
 */
export async function askProof(deps: ProofDeps, caller: Caller, what: Contact): Promise<void> {
  await askOtp(deps, otpOf(await unproved(caller, what), what))
}

/**
 * Proves it by the code: from now on it gets codes, resets and links like any.
 * @throws AppError `not_found`, `otp_expired`, `otp_wrong`
 */
export async function proveContact(
  deps: ProofDeps,
  caller: Caller,
  { what, otp: code }: { what: Contact; otp: string },
): Promise<void> {
  const user = await unproved(caller, what)
  const otp = await tryOtp(deps, otpOf(user, what), code)
  const { _id, email, mobilenumber } = user
  await inTransaction(async (session) => {
    await spendOtp(otp, session)
    const { modifiedCount } = await UserModel.updateOne(
      { _id, email, mobilenumber, isBlocked: false },
      { $unset: { [`staffSet.${what}`]: 1 } },
      { session },
    )
    if (modifiedCount !== 1) throw new AppError('otp_expired')
  })
}

async function unproved({ userId }: Caller, what: Contact): Promise<IUser> {
  const user = await findUser(userId)
  if (!user?.staffSet?.[what]) throw new AppError('not_found', { field: 'what' })
  return user
}

const otpOf = ({ email, mobilenumber }: IUser, what: Contact): OtpOf => ({
  purpose: `prove_${what}`,
  mobile: what === 'mobile' ? mobilenumber : email,
})
