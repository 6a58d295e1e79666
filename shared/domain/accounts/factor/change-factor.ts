import type { ClientSession } from 'mongoose'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction } from '../../../platform/mongo.ts'
import { type Author, auditTarget, writeAudit } from '../../audit/index.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../caller.ts'
import { endSessions } from '../end-sessions.ts'
import { shutSessions } from '../shut-sessions.ts'
import { FactorModel, type IFactor } from './factor-model.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { setUpMs } from './set-up-factor.ts'
import { type Proof, proofBy, wrongCode } from './spend-code.ts'

type FactorDeps = Pick<Deps, 'env' | 'clock' | 'publisher'>
type Own = { caller: Caller; from: string }

/** How an admin's own second factor stands. */
export async function factorStatus(caller: Caller): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const factor = await FactorModel.findById(caller.userId).lean<IFactor | null>()
  return { isOn: factor?.isOn ?? false, recoveryCodesLeft: factor?.isOn ? factor.recoveryHashes.length : 0 }
}

/**
 * Turns on what this session has set up and confirmed; it stays, and every other session of the user ends.
 * @returns how many ended
 * @throws AppError `second_factor_not_set_up`
 */
export function turnFactorOn(deps: FactorDeps, { caller, from }: Own): Promise<number> {
  const now = deps.clock.now()
  const begunAfter = new Date(now.getTime() - setUpMs)
  const proved = {
    ...{ _id: caller.userId, isOn: false, setUpAt: { $gt: begunAfter } },
    provedIn: caller.sessionId,
  }
  return change(deps, { userId: caller.userId, hasSecondFactor: true, keep: caller }, async (session) => {
    const { modifiedCount } = await FactorModel.updateOne(proved, { $set: { isOn: true } }, { session })
    if (modifiedCount !== 1) throw new AppError('second_factor_not_set_up')
    await writeAudit(session, authorOf(caller, from), {
      ...rowOf(caller.userId, false, true),
      at: now,
      reason: '',
    })
  })
}

/**
 * Turns it off by a code; this session stays, and every other one of the user ends.
 * @throws AppError `second_factor_not_set_up`, `second_factor_mismatch`
 */
export async function turnFactorOff(deps: FactorDeps, { caller, from }: Own, code: string): Promise<number> {
  const { unused } = await ownProof(deps, caller, code)
  return change(deps, { userId: caller.userId, hasSecondFactor: false, keep: caller }, async (session) => {
    const { deletedCount } = await FactorModel.deleteOne({ ...unused, isOn: true }, { session })
    if (deletedCount !== 1) throw wrongCode()
    const row = { ...rowOf(caller.userId, true, false), at: deps.clock.now(), reason: '' }
    await writeAudit(session, authorOf(caller, from), row)
  })
}

/**
 * Ten other recovery codes, by a code; those of before are void.
 * @throws AppError `second_factor_not_set_up`, `second_factor_mismatch`
 */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  { caller, from }: Own,
  code: string,
): Promise<string[]> {
  const { unused, use } = await ownProof(deps, caller, code)
  const { codes, stored } = await newRecoveryCodes()
  await inTransaction(async (session) => {
    const { modifiedCount } = await FactorModel.updateOne(
      { ...unused, isOn: true },
      { $set: { ...use.$set, ...stored } },
      { session },
    )
    if (modifiedCount !== 1) throw wrongCode()
    const target = auditTarget.user(caller.userId)
    const row = { act: 'factor.renew', target, before: {}, after: {}, reason: '' } as const
    await writeAudit(session, authorOf(caller, from), { ...row, at: deps.clock.now() })
  })
  return codes
}

/**
 * Takes the second factor off for somebody who has lost it, and ends all their sessions.
 * @param by who answers for it, and why
 * @returns how many sessions ended
 * @throws AppError `not_found`, `second_factor_not_set_up` when there is none
 */
export function resetFactor(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  userId: string,
  { reason, ...author }: Author & { reason: string },
): Promise<number> {
  return change(deps, { userId, hasSecondFactor: false }, async (session) => {
    const { deletedCount } = await FactorModel.deleteOne({ _id: userId }, { session })
    if (deletedCount !== 1) throw new AppError('second_factor_not_set_up')
    await writeAudit(session, author, {
      ...rowOf(userId, true, false),
      act: 'factor.reset',
      at: deps.clock.now(),
      reason,
    })
  })
}

async function ownProof(deps: FactorDeps, caller: Caller, code: string): Promise<Proof> {
  const factor = await FactorModel.findById(caller.userId).lean<IFactor | null>()
  if (!factor?.isOn) throw new AppError('second_factor_not_set_up')
  return proofBy(deps, factor, code)
}

type Change = { userId: string; hasSecondFactor: boolean; keep?: Caller }

/** Factor, user and the session that stays change together; the others end. @returns how many did */
async function change(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  { userId, hasSecondFactor, keep }: Change,
  changeFactor: (session: ClientSession) => Promise<void>,
): Promise<number> {
  const set = { hasSecondFactor }
  const user = await inTransaction(async (session) => {
    await changeFactor(session)
    return shutSessions(session, userId, {
      ...{ now: deps.clock.now(), set },
      ...(keep && { keep: { sessionId: keep.sessionId, set } }),
    })
  })
  return endSessions(user, deps)
}

const authorOf = ({ userId, name }: Caller, from: string): Author => ({ userId, name, from })

const rowOf = (userId: string, before: boolean, after: boolean) => ({
  act: after ? ('factor.on' as const) : ('factor.off' as const),
  target: auditTarget.user(userId),
  before: { hasSecondFactor: before },
  after: { hasSecondFactor: after },
})
