import type { ClientSession } from 'mongoose'
import type { ProofKind } from '../../contracts/account-proof.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from './caller.ts'
import { consumeProof, readProof, wrongCode } from './consume-code.ts'
import { findUser } from './find-user.ts'
import { isPassword } from './password.ts'
import { FactorModel, type IFactor } from './second-factor-model.ts'
import { type ISession, isSessionActive, SessionModel } from './session-model.ts'
import { type IUser, UserModel } from './user-model.ts'

const proofMs = 5 * 60_000

/** A code where sign-in requires one, since the password alone does not open such an account. */
const proofKindOf = ({ role, hasSecondFactor }: Pick<IUser, 'role' | 'hasSecondFactor'>): ProofKind =>
  role === 'admin' && hasSecondFactor ? 'code' : 'password'

type ProofInput = { password?: string | undefined; code?: string | undefined }

/**
 * Verifies the password, or a second-factor code where it is on. The caller's session may then make one change to how
 * the account is signed in to.
 * @returns until when
 * @throws AppError `proof_required` with `by` when the other kind is needed; `password_wrong`,
 * `second_factor_mismatch`, `not_signed_in` when the session has been revoked meanwhile
 */
export async function proveAccount(
  deps: Pick<Deps, 'clock' | 'env'>,
  caller: Caller,
  { password, code }: ProofInput,
): Promise<Date> {
  const user = await findUser(caller.userId)
  if (!user) throw new AppError('not_signed_in')
  const consumeCode =
    proofKindOf(user) === 'code' ? await proveByCode(deps, user, code) : await proveByPassword(user, password)
  const reauthenticatedAt = deps.clock.now()
  await inTransaction(async (tx) => {
    await consumeCode(tx)
    await readActiveSession(tx, caller)
    await SessionModel.updateOne({ _id: caller.sessionId }, { $set: { reauthenticatedAt } }, { session: tx })
  })
  return new Date(reauthenticatedAt.getTime() + proofMs)
}

type ConsumeCode = (tx: ClientSession) => Promise<void>

async function proveByPassword(user: IUser, password: string | undefined): Promise<ConsumeCode> {
  if (password === undefined) throw proofRequired('password')
  if (!(await isPassword(user.passwordHash, password))) throw new AppError('password_wrong')
  return async () => undefined
}

async function proveByCode(
  deps: Pick<Deps, 'clock' | 'env'>,
  { _id }: IUser,
  code: string | undefined,
): Promise<ConsumeCode> {
  if (code === undefined) throw proofRequired('code')
  const factor = await FactorModel.findById(String(_id)).lean<IFactor | null>()
  if (!factor?.isOn) throw wrongCode()
  const proof = await readProof(deps, factor, code)
  return (tx) => consumeProof(proof, tx)
}

/**
 * `orSignIn`: a sign-in within the same time counts as proof too, for accounts whose password is unknown to their
 * owner.
 */
type ProofCheck = { now: Date; orSignIn?: true }

/**
 * Consumes the proof of the caller's session in the transaction of the change that it allows. Of two concurrent changes
 * only one succeeds.
 * @throws AppError `proof_required`; `not_signed_in` when the session has been revoked meanwhile
 */
export async function consumeAccountProof(
  tx: ClientSession,
  caller: Caller,
  { now, orSignIn }: ProofCheck,
): Promise<void> {
  const { session, user } = await readActiveSession(tx, caller)
  if (orSignIn && isFresh(session.createdAt, now)) return
  const unexpiredProof = { _id: session._id, reauthenticatedAt: { $gt: new Date(now.getTime() - proofMs) } }
  const { modifiedCount } = await SessionModel.updateOne(
    unexpiredProof,
    { $unset: { reauthenticatedAt: 1 } },
    { session: tx },
  )
  if (modifiedCount !== 1) throw proofRequired(proofKindOf(user))
}

/**
 * Requires a proof without consuming it, for calls that count tries before their change.
 * @throws as `consumeAccountProof`
 */
export async function requireAccountProof(caller: Caller, { now, orSignIn }: ProofCheck): Promise<void> {
  const { session, user } = await readActiveSession(null, caller)
  if (isFresh(session.reauthenticatedAt, now) || (orSignIn && isFresh(session.createdAt, now))) return
  throw proofRequired(proofKindOf(user))
}

const isFresh = (at: Date | undefined, now: Date): boolean =>
  at !== undefined && at.getTime() > now.getTime() - proofMs

const proofRequired = (by: ProofKind) => new AppError('proof_required', { details: { by } })

async function readActiveSession(
  tx: ClientSession | null,
  { userId, sessionId }: Caller,
): Promise<{ session: ISession; user: IUser }> {
  const user = await UserModel.findById(userId, null, { session: tx }).lean<IUser | null>()
  const session = await SessionModel.findById(sessionId, null, { session: tx }).lean<ISession | null>()
  if (!user || !session || !isSessionActive(session, user)) throw new AppError('not_signed_in')
  return { session, user }
}
