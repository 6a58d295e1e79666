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

/** What is asked for again: a code wherever sign-in asks for one, since the password alone does not open the account. */
const proofKindOf = ({ role, hasSecondFactor }: Pick<IUser, 'role' | 'hasSecondFactor'>): ProofKind =>
  role === 'admin' && hasSecondFactor ? 'code' : 'password'

type Given = { password?: string | undefined; code?: string | undefined }

/**
 * Takes the password, or a code of the second factor where it is on, in the caller's session: it may then make one
 * change of how its account is signed in to.
 * @returns until when
 * @throws AppError `proof_required` with `by` where the other of the two is needed; `password_wrong`,
 * `second_factor_mismatch`, `not_signed_in` when the session has ended meanwhile
 */
export async function proveAccount(
  deps: Pick<Deps, 'clock' | 'env'>,
  caller: Caller,
  { password, code }: Given,
): Promise<Date> {
  const user = await findUser(caller.userId)
  if (!user) throw new AppError('not_signed_in')
  const consumeCode =
    proofKindOf(user) === 'code' ? await proveByCode(deps, user, code) : await proveByPassword(user, password)
  const reauthenticatedAt = deps.clock.now()
  await inTransaction(async (tx) => {
    await consumeCode(tx)
    await readStanding(tx, caller)
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

/** `orSignIn`: a sign-in within the same time is proof, too, for accounts of which nobody knows a password. */
type Asked = { now: Date; orSignIn?: true }

/**
 * Uses up the proof of the caller's session, as part of the change that it allows: of two changes at once one has it.
 * @throws AppError `proof_required`; `not_signed_in` when the session has ended meanwhile
 */
export async function consumeAccountProof(
  tx: ClientSession,
  caller: Caller,
  { now, orSignIn }: Asked,
): Promise<void> {
  const { here, user } = await readStanding(tx, caller)
  if (orSignIn && isFresh(here.createdAt, now)) return
  const fresh = { _id: here._id, reauthenticatedAt: { $gt: new Date(now.getTime() - proofMs) } }
  const { modifiedCount } = await SessionModel.updateOne(
    fresh,
    { $unset: { reauthenticatedAt: 1 } },
    { session: tx },
  )
  if (modifiedCount !== 1) throw proofRequired(proofKindOf(user))
}

/** Refuses without a proof, and uses none up: for calls that count tries before their change. @throws as `consumeAccountProof` */
export async function requireAccountProof(caller: Caller, { now, orSignIn }: Asked): Promise<void> {
  const { here, user } = await readStanding(null, caller)
  if (isFresh(here.reauthenticatedAt, now) || (orSignIn && isFresh(here.createdAt, now))) return
  throw proofRequired(proofKindOf(user))
}

const isFresh = (at: Date | undefined, now: Date): boolean =>
  at !== undefined && at.getTime() > now.getTime() - proofMs

const proofRequired = (by: ProofKind) => new AppError('proof_required', { details: { by } })

async function readStanding(
  tx: ClientSession | null,
  { userId, sessionId }: Caller,
): Promise<{ here: ISession; user: IUser }> {
  const user = await UserModel.findById(userId, null, { session: tx }).lean<IUser | null>()
  const here = await SessionModel.findById(sessionId, null, { session: tx }).lean<ISession | null>()
  if (!user || !here || !isSessionActive(here, user)) throw new AppError('not_signed_in')
  return { here, user }
}
