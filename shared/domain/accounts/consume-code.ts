import type { ClientSession, QueryFilter, UpdateQuery } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { decrypt } from '../../platform/secret-key.ts'
import type { Deps } from '../deps.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { FactorModel, type IFactor } from './second-factor-model.ts'
import { stepOf } from './totp.ts'

/** The write that consumes a code. `unused` no longer matches after it, so a code works once. */
export type SecondFactorProof = { unused: QueryFilter<IFactor>; use: UpdateQuery<IFactor> }

export const wrongCode = () => new AppError('second_factor_mismatch')

/**
 * Reads a code: six digits of the app, or a recovery code.
 * @returns the write that consumes it, for the transaction that it allows
 * @throws AppError `second_factor_mismatch`, also for a code that was used or is older than a used one
 */
export async function readProof(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  factor: IFactor,
  code: string,
): Promise<SecondFactorProof> {
  const { _id, sealedSecret, recoveryHashes, recoverySalt } = factor
  if (/^\d{6}$/.test(code)) {
    const secret = decrypt(env, { purpose: 'second-factor', about: _id }, sealedSecret)
    const step = secret === undefined ? undefined : stepOf(secret, code, clock.now())
    if (step === undefined) throw wrongCode()
    return { unused: { _id, sealedSecret, lastStep: { $lt: step } }, use: { $set: { lastStep: step } } }
  }
  const hash = recoverySalt && (await recoveryCodeHash(code, recoverySalt))
  if (!hash || !recoveryHashes.includes(hash)) throw wrongCode()
  return {
    unused: { _id, sealedSecret, recoveryHashes: hash },
    use: { $pull: { recoveryHashes: hash } },
  }
}

/**
 * Consumes a code.
 * @throws AppError `second_factor_mismatch` when it has been used concurrently
 */
export async function consumeProof({ unused, use }: SecondFactorProof, tx: ClientSession): Promise<void> {
  const { modifiedCount } = await FactorModel.updateOne(unused, use, { session: tx })
  if (modifiedCount !== 1) throw wrongCode()
}
