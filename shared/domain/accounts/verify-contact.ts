import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { consumeAccountProof, requireAccountProof } from './account-proof.ts'
import type { Caller } from './caller.ts'
import { findUser } from './find-user.ts'
import { attemptOtp, consumeOtp, type OtpOf, requestOtp } from './otp.ts'
import { type IUser, UserModel } from './user-model.ts'

/** Which of an account's contacts. */
export type Contact = 'mobile' | 'email'

type ProofDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'log'>

/**
 * Sends a code to the contact that a staff member has set. The caller is signed in by other means.
 * @throws AppError `not_found` when that contact is verified already
 */
export async function askProof(deps: ProofDeps, caller: Caller, what: Contact): Promise<number> {
  return requestOtp(deps, otpOf(await unverifiedContact(caller, what), what))
}

/**
 * Verifies that contact by its code: it can receive sign-in codes, resets and links again.
 * The code alone shows whose the contact is, and not that the session is still its owner's.
 * @throws AppError `not_found`, `proof_required`, `otp_expired`, `otp_mismatch`
 */
export async function verifyContact(
  deps: ProofDeps,
  caller: Caller,
  { what, otp: code }: { what: Contact; otp: string },
): Promise<void> {
  const user = await unverifiedContact(caller, what)
  const asked = { now: deps.clock.now(), orSignIn: true } as const
  await requireAccountProof(caller, asked)
  const otp = await attemptOtp(deps, otpOf(user, what), code)
  const { _id, email, mobilenumber } = user
  await inTransaction(async (tx) => {
    await consumeAccountProof(tx, caller, asked)
    await consumeOtp(otp, tx)
    const { modifiedCount } = await UserModel.updateOne(
      { _id, email, mobilenumber, isBlocked: false },
      { $unset: { [`contactChange.${what}`]: 1 } },
      { session: tx },
    )
    if (modifiedCount !== 1) throw new AppError('otp_expired')
  })
}

async function unverifiedContact({ userId }: Caller, what: Contact): Promise<IUser> {
  const user = await findUser(userId)
  if (!user?.contactChange?.[what]) throw new AppError('not_found', { field: 'what' })
  return user
}

const otpOf = ({ email, mobilenumber }: IUser, what: Contact): OtpOf => ({
  purpose: `prove_${what}`,
  mobile: what === 'mobile' ? mobilenumber : email,
})
