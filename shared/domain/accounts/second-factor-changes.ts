import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from './caller.ts'
import { readProof, type SecondFactorProof, wrongCode } from './consume-code.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { publishRevoked, revokeSessions } from './revoke-sessions.ts'
import { FactorModel, type IFactor } from './second-factor-model.ts'
import { setUpMs } from './set-up-second-factor.ts'

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
export function enableSecondFactor(deps: FactorDeps, { caller, from }: Own): Promise<number> {
  const now = deps.clock.now()
  const begunAfter = new Date(now.getTime() - setUpMs)
  const proved = {
    _id: caller.userId,
    isOn: false,
    setUpAt: { $gt: begunAfter },
    verifiedInSession: caller.sessionId,
  }
  return change(deps, { userId: caller.userId, hasSecondFactor: true, keep: caller }, async (tx) => {
    const { modifiedCount } = await FactorModel.updateOne(proved, { $set: { isOn: true } }, { session: tx })
    if (modifiedCount !== 1) throw new AppError('second_factor_not_set_up')
    await writeAudit(tx, actorOf(caller, from), {
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
export async function disableSecondFactor(
  deps: FactorDeps,
  { caller, from }: Own,
  code: string,
): Promise<number> {
  const { unused } = await ownProof(deps, caller, code)
  return change(deps, { userId: caller.userId, hasSecondFactor: false, keep: caller }, async (tx) => {
    const { deletedCount } = await FactorModel.deleteOne({ ...unused, isOn: true }, { session: tx })
    if (deletedCount !== 1) throw wrongCode()
    const row = { ...rowOf(caller.userId, true, false), at: deps.clock.now(), reason: '' }
    await writeAudit(tx, actorOf(caller, from), row)
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
  await inTransaction(async (tx) => {
    const { modifiedCount } = await FactorModel.updateOne(
      { ...unused, isOn: true },
      { $set: { ...use.$set, ...stored } },
      { session: tx },
    )
    if (modifiedCount !== 1) throw wrongCode()
    const target = auditTarget.user(caller.userId)
    const row = { action: 'second_factor.renew', target, before: {}, after: {}, reason: '' } as const
    await writeAudit(tx, actorOf(caller, from), { ...row, at: deps.clock.now() })
  })
  return codes
}

/**
 * Takes the second factor off for somebody who has lost it, and ends all their sessions.
 * @param by who answers for it, and reason
 * @returns how many sessions ended
 * @throws AppError `not_found`, `second_factor_not_set_up` when there is none
 */
export function resetSecondFactor(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  userId: string,
  { reason, ...actor }: Actor & { reason: string },
): Promise<number> {
  return change(deps, { userId, hasSecondFactor: false }, async (tx) => {
    const { deletedCount } = await FactorModel.deleteOne({ _id: userId }, { session: tx })
    if (deletedCount !== 1) throw new AppError('second_factor_not_set_up')
    await writeAudit(tx, actor, {
      ...rowOf(userId, true, false),
      action: 'second_factor.reset',
      at: deps.clock.now(),
      reason,
    })
  })
}

async function ownProof(deps: FactorDeps, caller: Caller, code: string): Promise<SecondFactorProof> {
  const factor = await FactorModel.findById(caller.userId).lean<IFactor | null>()
  if (!factor?.isOn) throw new AppError('second_factor_not_set_up')
  return readProof(deps, factor, code)
}

type Change = { userId: string; hasSecondFactor: boolean; keep?: Caller }

/** Factor, user and the session that stays change together; the others end. @returns how many did */
async function change(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  { userId, hasSecondFactor, keep }: Change,
  changeFactor: (tx: ClientSession) => Promise<void>,
): Promise<number> {
  const set = { hasSecondFactor }
  const user = await inTransaction(async (tx) => {
    await changeFactor(tx)
    return revokeSessions(tx, userId, {
      now: deps.clock.now(),
      set,
      ...(keep && { keep: { sessionId: keep.sessionId, set } }),
    })
  })
  return publishRevoked(user, deps)
}

const actorOf = ({ userId, name }: Caller, from: string): Actor => ({ userId, name, from })

const rowOf = (userId: string, before: boolean, after: boolean) => ({
  action: after ? ('second_factor.enable' as const) : ('second_factor.disable' as const),
  target: auditTarget.user(userId),
  before: { hasSecondFactor: before },
  after: { hasSecondFactor: after },
})
