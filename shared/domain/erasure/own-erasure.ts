import type { ClientSession } from 'mongoose'
import { erasureWaitMs, type OwnErasure } from '../../contracts/erasure.ts'
import { toRupees } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import {
  attemptOtp,
  type Caller,
  consumeAccountProof,
  consumeOtp,
  type IUser,
  requestOtp,
  requireAccountProof,
  requireUnfrozen,
  UserModel,
} from '../accounts/index.ts'
import { closeApprovalRequest } from '../approvals/index.ts'
import { type Actor, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { ErasureModel, type IErasure, isRunning, moveErasure } from './erasure-model.ts'
import { erasureRow } from './erasure-records.ts'
import { findObstacles, type ObstacleDeps } from './find-obstacles.ts'
import { hasExpired, type RequestDeps, requestErasure } from './request-erasure.ts'

type OwnDeps = Pick<Deps, 'clock'> & ObstacleDeps
type CodeDeps = RequestDeps & Pick<Deps, 'env' | 'log'>

/** Whether the caller's account is to be erased, and what has to be ended before. */
export async function readOwnErasure(deps: OwnDeps, { userId }: Pick<Caller, 'userId'>): Promise<OwnErasure> {
  const user = await UserModel.findById(userId).lean()
  if (!user) throw new AppError('not_found')
  const erasure = await ErasureModel.findById(userId).lean<IErasure | null>()
  const obstacles = await findObstacles(deps, { tx: null, user, now: deps.clock.now() })
  return {
    ...(await stateOf(erasure, deps.clock.now())),
    obstacles: obstacles.map(({ amountPaise, ...obstacle }) => ({
      ...obstacle,
      ...(amountPaise !== undefined && { amount: toRupees(amountPaise) }),
    })),
    contacts: contactsOf(user),
  }
}

async function stateOf(erasure: IErasure | null, now: Date): Promise<Pick<OwnErasure, 'state' | 'from'>> {
  if (!erasure || !isRunning(erasure) || (await hasExpired(null, erasure, now))) return { state: 'none' }
  const from = erasure.nextAt ?? new Date(erasure.requestedAt.getTime() + erasureWaitMs)
  return { state: erasure.state === 'requested' ? 'requested' : 'waiting', from: from.toISOString() }
}

type Contacts = Pick<Caller, 'email' | 'mobilenumber'>

/** All that the account has: who has one of them alone may not be its owner. */
const contactsOf = ({ mobilenumber }: Pick<Contacts, 'mobilenumber'>): OwnErasure['contacts'] =>
  mobilenumber === '' ? ['email'] : ['mobile', 'email']

const otpTargetOf = (contact: OwnErasure['contacts'][number], { email, mobilenumber }: Contacts) =>
  ({ purpose: `prove_${contact}`, mobile: contact === 'mobile' ? mobilenumber : email }) as const

/**
 * Sends a code to each contact of the caller.
 * @returns the ms after which a request sends codes again
 * @throws AppError `contact_frozen`
 */
export async function askErasureCodes(
  deps: CodeDeps,
  caller: Caller,
): Promise<{ contacts: OwnErasure['contacts']; retryMs: number }> {
  requireUnfrozen(caller, deps.clock.now())
  await requireVerifiedContacts(caller)
  const contacts = contactsOf(caller)
  const waits: number[] = []
  for (const contact of contacts) waits.push(await requestOtp(deps, otpTargetOf(contact, caller)))
  return { contacts, retryMs: Math.max(...waits) }
}

/**
 * A contact that staff set is the customer's only once its owner has verified it: otherwise one staff member could set
 * both, receive the codes and ask in the customer's name.
 */
async function requireVerifiedContacts({ userId }: Caller, tx: ClientSession | null = null): Promise<void> {
  const user = await UserModel.findById(userId, { contactChange: 1 }, { session: tx }).lean<Pick<
    IUser,
    'contactChange'
  > | null>()
  if (!user?.contactChange?.mobile && !user?.contactChange?.email) return
  const message =
    'Our team set the mobile number or email address of this account. Verify it in your profile first.'
  throw new AppError('contact_frozen', { message })
}

type Codes = { mobile?: string | undefined; email?: string | undefined }

/**
 * Requests the erasure of the caller, who proves to have every contact of the account, and a sign-in or the password.
 * @throws AppError `contact_frozen`, `proof_required`, `otp_expired`, `otp_mismatch`, `erasure_blocked`
 */
export async function requestOwnErasure(deps: CodeDeps, caller: Caller, codes: Codes): Promise<OwnErasure> {
  const now = deps.clock.now()
  requireUnfrozen(caller, now)
  await requireVerifiedContacts(caller)
  const proofCheck = { now, orSignIn: true } as const
  await requireAccountProof(caller, proofCheck)
  const otps: Awaited<ReturnType<typeof attemptOtp>>[] = []
  for (const contact of contactsOf(caller))
    otps.push(await attemptOtp(deps, otpTargetOf(contact, caller), codes[contact] ?? ''))
  const proof = async (tx: ClientSession) => {
    await requireVerifiedContacts(caller, tx)
    await consumeAccountProof(tx, caller, proofCheck)
    for (const otp of otps) await consumeOtp(otp, tx)
  }
  await requestErasure(deps, { by: actorOf(caller), userId: caller.userId, reason: '', proof })
  return readOwnErasure(deps, caller)
}

/** The log is append-only, so that no name and no address of a customer belongs in it. */
const actorOf = ({ userId }: Pick<Caller, 'userId'>): Actor => ({ userId, name: 'the customer', from: '' })

/**
 * Takes the caller's erasure back, also one that staff requested, until the account is closed.
 * @throws AppError `erasure_begun`
 */
export async function withdrawErasure(deps: OwnDeps, caller: Caller): Promise<OwnErasure> {
  const { userId } = caller
  const now = deps.clock.now()
  const by = actorOf(caller)
  await inTransaction(async (tx) => {
    const erasure = await ErasureModel.findById(userId, null, { session: tx }).lean<IErasure | null>()
    if (!erasure || !isRunning(erasure)) return
    const set = { state: 'withdrawn', nextAt: null, endedAt: now } as const
    if (!(await moveErasure(tx, userId, { from: ['requested', 'waiting'], set })))
      throw new AppError('erasure_begun')
    if (erasure.state === 'requested' && !(await hasExpired(tx, erasure, now)))
      await closeApprovalRequest(tx, { _id: erasure.request }, { state: 'withdrawn', by, at: now })
    await writeAudit(tx, by, erasureRow('withdraw', { userId, now }))
  })
  return readOwnErasure(deps, caller)
}
