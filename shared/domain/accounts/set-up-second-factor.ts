import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { decrypt, encrypt, isCurrentKey } from '../../platform/secret-key.ts'
import type { Deps } from '../deps.ts'
import { consumeAccountProof } from './account-proof.ts'
import type { Caller } from './caller.ts'
import { readProof, wrongCode } from './consume-code.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { FactorModel, type IFactor } from './second-factor-model.ts'
import { newSecret, totpAddress } from './totp.ts'

type FactorDeps = Pick<Deps, 'env' | 'clock'>

/** A set-up must be completed within this time. */
export const setUpMs = 15 * 60_000

/**
 * Begins a set-up, replacing an unfinished one, and consumes the session's proof, so that a stolen session alone cannot
 * set up a factor. No code is required until the factor is turned on.
 * @returns the secret in base32, and as the address that an app scans; shown once
 * @throws AppError `second_factor_enabled`, `proof_required`
 */
export async function setUpFactor(
  { env, clock }: FactorDeps,
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
export async function confirmFactor(deps: FactorDeps, caller: Caller, code: string): Promise<string[]> {
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
