import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { decrypt, encrypt, isCurrentKey } from '../../platform/secret-key.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { consumeAccountProof } from './account-proof.ts'
import type { Caller } from './caller.ts'
import { readProof, type SecondFactorProof, wrongCode } from './consume-code.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { publishRevoked, revokeSessions } from './revoke-sessions.ts'
import { FactorModel, type IFactor } from './second-factor-model.ts'
import { newSecret, totpAddress } from './totp.ts'

type CodeDeps = Pick<Deps, 'env' | 'clock'>
type FactorDeps = CodeDeps & Pick<Deps, 'publisher'>
type OwnFactorChange = { caller: Caller; from: string }

/** The state of an admin's own second factor. */
export async function factorStatus(caller: Caller): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const factor = await FactorModel.findById(caller.userId).lean<IFactor | null>()
  return { isOn: factor?.isOn ?? false, recoveryCodesLeft: factor?.isOn ? factor.recoveryHashes.length : 0 }
}

/** A set-up must be completed within this time. */
const setUpMs = 15 * 60_000

/**
 * Begins a set-up, replacing an unfinished one, and consumes the session's proof, so that a stolen session alone cannot
 * set up a factor. No code is required until the factor is turned on.
 * @returns the secret in base32, and as the address that an app scans; shown once
 * @throws AppError `second_factor_enabled`, `proof_required`
 */
export async function setUpFactor(
  { env, clock }: CodeDeps,
  caller: Caller,
): Promise<{ secret: string; address: string }> {
  const { userId, email } = caller
  const now = clock.now()
  const secret = newSecret()
  const sealedSecret = encrypt(env, { purpose: 'second-factor', about: userId }, secret)
  const newFactor = { sealedSecret, setUpAt: now, verifiedInSession: '', lastStep: 0 }
  const isBegun = await ignoreDuplicate(() =>
    inTransaction(async (tx) => {
      await FactorModel.updateOne(
        { _id: userId, isOn: false },
        { $set: { ...newFactor, recoveryHashes: [], recoverySalt: '' } },
        { upsert: true, session: tx },
      )
      await consumeAccountProof(tx, caller, { now })
      return true
    }),
  )
  if (!isBegun) throw new AppError('second_factor_enabled')
  return { secret, address: totpAddress(secret, email) }
}

/**
 * Accepts the first code of the app.
 * @returns ten recovery codes, shown once; this session can now turn the factor on
 * @throws AppError `second_factor_mismatch`, `second_factor_not_set_up` when no set-up is in progress
 */
export async function confirmFactor(deps: CodeDeps, caller: Caller, code: string): Promise<string[]> {
  const setUpAfter = new Date(deps.clock.now().getTime() - setUpMs)
  const pendingSetUp = { _id: caller.userId, isOn: false, setUpAt: { $gt: setUpAfter } }
  const factor = await FactorModel.findOne(pendingSetUp).lean<IFactor | null>()
  if (!factor) throw new AppError('second_factor_not_set_up')
  const { unused, use } = await readProof(deps, factor, code)
  const { codes, stored } = await newRecoveryCodes()
  const { modifiedCount } = await FactorModel.updateOne(
    { ...unused, ...pendingSetUp },
    { $set: { ...use.$set, ...stored, verifiedInSession: caller.sessionId } },
  )
  if (modifiedCount !== 1) throw wrongCode()
  return codes
}

/**
 * Turns on the factor that this session has set up and confirmed. The session stays; every other session of the user is
 * revoked.
 * @returns how many were revoked
 * @throws AppError `second_factor_not_set_up`
 */
export function enableSecondFactor(deps: FactorDeps, { caller, from }: OwnFactorChange): Promise<number> {
  const now = deps.clock.now()
  const setUpAfter = new Date(now.getTime() - setUpMs)
  const confirmed = {
    _id: caller.userId,
    isOn: false,
    setUpAt: { $gt: setUpAfter },
    verifiedInSession: caller.sessionId,
  }
  return changeSecondFactor(
    deps,
    { userId: caller.userId, hasSecondFactor: true, keep: caller },
    async (tx) => {
      const { modifiedCount } = await FactorModel.updateOne(
        confirmed,
        { $set: { isOn: true } },
        { session: tx },
      )
      if (modifiedCount !== 1) throw new AppError('second_factor_not_set_up')
      await writeAudit(tx, actorOf(caller, from), {
        ...auditRow(caller.userId, false, true),
        at: now,
        reason: '',
      })
    },
  )
}

/**
 * Turns the factor off by a code. The session stays; every other session of the user is revoked.
 * @throws AppError `second_factor_not_set_up`, `second_factor_mismatch`
 */
export async function disableSecondFactor(
  deps: FactorDeps,
  { caller, from }: OwnFactorChange,
  code: string,
): Promise<number> {
  const { unused } = await ownProof(deps, caller, code)
  return changeSecondFactor(
    deps,
    { userId: caller.userId, hasSecondFactor: false, keep: caller },
    async (tx) => {
      const { deletedCount } = await FactorModel.deleteOne({ ...unused, isOn: true }, { session: tx })
      if (deletedCount !== 1) throw wrongCode()
      const row = { ...auditRow(caller.userId, true, false), at: deps.clock.now(), reason: '' }
      await writeAudit(tx, actorOf(caller, from), row)
    },
  )
}

/**
 * Replaces the ten recovery codes by a code; the previous ones become void.
 * @throws AppError `second_factor_not_set_up`, `second_factor_mismatch`
 */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  { caller, from }: OwnFactorChange,
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
 * Removes the second factor of a user who has lost it, and revokes all their sessions.
 * @param reason and actor are recorded in the audit log
 * @returns how many sessions were revoked
 * @throws AppError `not_found`, `second_factor_not_set_up` when there is none
 */
export function resetSecondFactor(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  userId: string,
  { reason, ...actor }: Actor & { reason: string },
): Promise<number> {
  return changeSecondFactor(deps, { userId, hasSecondFactor: false }, async (tx) => {
    const { deletedCount } = await FactorModel.deleteOne({ _id: userId }, { session: tx })
    if (deletedCount !== 1) throw new AppError('second_factor_not_set_up')
    await writeAudit(tx, actor, {
      ...auditRow(userId, true, false),
      action: 'second_factor.reset',
      at: deps.clock.now(),
      reason,
    })
  })
}

/** Re-encrypts secrets that use the previous SECRET_KEY, which will soon be removed. */
export async function reencryptFactors({ env }: Pick<Deps, 'env'>): Promise<void> {
  if (env.SECRET_KEY_PREVIOUS === '') return
  for (const { _id, sealedSecret } of await FactorModel.find({}, { sealedSecret: 1 }).lean<IFactor[]>()) {
    const secret = { purpose: 'second-factor', about: _id } as const
    const text = decrypt(env, secret, sealedSecret)
    if (text === undefined || isCurrentKey(env, secret.purpose, sealedSecret)) continue
    await FactorModel.updateOne({ _id, sealedSecret }, { $set: { sealedSecret: encrypt(env, secret, text) } })
  }
}

async function ownProof(deps: FactorDeps, caller: Caller, code: string): Promise<SecondFactorProof> {
  const factor = await FactorModel.findById(caller.userId).lean<IFactor | null>()
  if (!factor?.isOn) throw new AppError('second_factor_not_set_up')
  return readProof(deps, factor, code)
}

type FactorChange = { userId: string; hasSecondFactor: boolean; keep?: Caller }

/**
 * Changes factor, user and the kept session together; revokes the others.
 * @returns how many were revoked
 */
async function changeSecondFactor(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  { userId, hasSecondFactor, keep }: FactorChange,
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

const auditRow = (userId: string, before: boolean, after: boolean) => ({
  action: after ? ('second_factor.enable' as const) : ('second_factor.disable' as const),
  target: auditTarget.user(userId),
  before: { hasSecondFactor: before },
  after: { hasSecondFactor: after },
})
