import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { consumeAccountProof, requireAccountProof } from './account-proof.ts'
import type { Caller } from './caller.ts'
import { findUser } from './find-user.ts'
import { attemptOtp, consumeOtp, type OtpTarget, requestOtp } from './otp.ts'
import { type IUser, UserModel } from './user-model.ts'

export type Contact = 'mobile' | 'email'

type ProofDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'log'>

/**
 * Sends a code to a contact that a staff member has set. The caller is signed in by other means.
 * @throws AppError `not_found` when that contact is already verified
 */
export async function requestContactCode(deps: ProofDeps, caller: Caller, what: Contact): Promise<number> {
  return requestOtp(deps, otpTarget(await unverifiedContact(caller, what), what))
}

/**
 * Verifies the contact by its code, so that it can receive sign-in codes, resets and links again. Also requires an
 * account proof: the code proves access to the contact, not that the session is still the owner's.
 * @throws AppError `not_found`, `proof_required`, `otp_expired`, `otp_mismatch`
 */
export async function verifyContact(
  deps: ProofDeps,
  caller: Caller,
  { what, otp: code }: { what: Contact; otp: string },
): Promise<void> {
  const user = await unverifiedContact(caller, what)
  const proofCheck = { now: deps.clock.now(), orSignIn: true } as const
  await requireAccountProof(caller, proofCheck)
  const otp = await attemptOtp(deps, otpTarget(user, what), code)
  const { _id, email, mobilenumber } = user
  await inTransaction(async (tx) => {
    await consumeAccountProof(tx, caller, proofCheck)
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

const otpTarget = ({ email, mobilenumber }: IUser, what: Contact): OtpTarget => ({
  purpose: `prove_${what}`,
  mobile: what === 'mobile' ? mobilenumber : email,
})
