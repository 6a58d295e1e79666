import { AppError } from '../../platform/app-error.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { macOf } from '../../platform/secret-key.ts'
import type { Deps } from '../deps.ts'
import type { Client } from './client.ts'
import { consumeProof, readProof } from './consume-code.ts'
import { openSession, type SignedIn } from './open-session.ts'
import {
  challengeMs,
  type ISecondFactorChallenge,
  maxChallengeTries,
  SecondFactorChallengeModel,
} from './second-factor-challenge-model.ts'
import { FactorModel, type IFactor } from './second-factor-model.ts'
import { type IUser, UserModel } from './user-model.ts'

type SignInDeps = Pick<Deps, 'clock' | 'env'>

/**
 * Opens a session for a user who has proved their identity. Every way to sign in ends here.
 * @param user as read before the proof
 * @throws AppError `second_factor_required` for an admin whose second factor is on; its details hold a `ticket` that
 * takes a code within five minutes (`signInBySecondFactor`)
 */
export async function completeSignIn(deps: SignInDeps, user: IUser, from?: Client): Promise<SignedIn> {
  const now = deps.clock.now()
  if (user.role !== 'admin' || !user.hasSecondFactor) return openSession(user, now, from)
  const ticket = `${accountPrefix(deps, user)}.${newToken()}`
  const expiresAt = new Date(now.getTime() + challengeMs)
  const validFrom = user.sessionsValidFrom
  await SecondFactorChallengeModel.create({
    _id: hashToken(ticket),
    userId: user._id,
    validFrom,
    tries: 0,
    expiresAt,
  })
  throw new AppError('second_factor_required', { details: { ticket, expiresAt: expiresAt.toISOString() } })
}

/**
 * The same prefix for each ticket of an account, so that tries can be limited by account. It does not reveal the
 * account.
 */
const accountPrefix = ({ env }: SignInDeps, { _id }: IUser) =>
  macOf(env, 'second-factor', `account ${_id.toHexString()}`).slice(0, 16)

/**
 * Opens a session for a ticket and a code of the account's second factor.
 * @throws AppError `second_factor_expired` when the ticket is unknown, used or too old, its five tries are used up, or
 * the user's sessions were revoked since; `second_factor_mismatch`
 */
export async function signInBySecondFactor(
  deps: SignInDeps,
  { ticket, code }: { ticket: string; code: string },
  from: Client,
): Promise<SignedIn> {
  const now = deps.clock.now()
  const challenge = await SecondFactorChallengeModel.findOneAndUpdate(
    { _id: hashToken(ticket), tries: { $lt: maxChallengeTries }, expiresAt: { $gt: now } },
    { $inc: { tries: 1 } },
    { returnDocument: 'after' },
  ).lean<ISecondFactorChallenge | null>()
  const user = challenge && (await UserModel.findById(challenge.userId).lean<IUser | null>())
  if (!challenge || !user || user.isBlocked || user.sessionsValidFrom > challenge.validFrom) throw expired()
  const factor = await FactorModel.findById(String(user._id)).lean<IFactor | null>()
  if (!factor?.isOn) throw expired()
  const proof = await readProof(deps, factor, code)
  await inTransaction(async (tx) => {
    const { deletedCount } = await SecondFactorChallengeModel.deleteOne(
      { _id: challenge._id },
      { session: tx },
    )
    if (deletedCount !== 1) throw expired()
    await consumeProof(proof, tx)
  })
  const userAtFirstFactor = { ...user, sessionsValidFrom: challenge.validFrom }
  return openSession(userAtFirstFactor, now, { ...from, hasSecondFactor: true })
}

const expired = () => new AppError('second_factor_expired')
