import type { ClientSession } from 'mongoose'
import { AppError } from '../../../platform/app-error.ts'
import { decrypt, encrypt, encryptionKeyId, type SecretEnv } from '../../../platform/secret-key.ts'
import type { Deps } from '../../deps.ts'
import type { IUnit, SupplierAnswer } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { VaultDelivery } from '../model/vault-schema.ts'
import { recordCodes, rehashCodes, releaseCodes } from './delivered-codes.ts'
import { type IVault, VaultModel, vaultSecret } from './vault-model.ts'

/** A secret for the customer: a label such as `Password`, and its value. */
export type PlainSecret = { label: string; value: string }

/** Added to an order's change, so that secrets and order are stored together or not at all. */
export type SecretsPatch = {
  push: { vault: VaultDelivery }
  inSameTransaction(tx: ClientSession): Promise<void>
}

type Delivery = {
  orderId: string
  deliveryId: string
  secrets: readonly PlainSecret[]
  at: Date
  isFromSupplier?: boolean
}

/**
 * Encrypts what was delivered. Nothing is written before the change that it is added to, which is refused with
 * `code_delivered` for a code that was delivered before.
 */
export function storeSecrets(env: SecretEnv, delivery: Delivery): SecretsPatch {
  const { deliveryId, secrets, at } = delivery
  const encrypted = secrets.map(({ value }, index) => encrypt(env, vaultSecret(deliveryId, index), value))
  const stored = { keyId: encryptionKeyId(env.SECRET_KEY, 'vault'), encrypted, storedAt: at }
  return {
    push: { vault: { deliveryId, secrets: secrets.map(({ label }) => ({ label, revealedAt: null })) } },
    inSameTransaction: async (tx) => {
      await recordCodes(env, delivery, tx)
      await VaultModel.updateOne({ _id: deliveryId }, { $setOnInsert: stored }, { upsert: true, session: tx })
    },
  }
}

/** The codes that a supplier delivered with a unit, if any. */
export function storeCodes(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  { orderId, unit: { ref } }: { orderId: string; unit: Pick<IUnit, 'ref'> },
  answer: SupplierAnswer,
): SecretsPatch | undefined {
  const codes = answer.kind === 'delivered' ? answer.codes?.reveal() : undefined
  if (!codes) return undefined
  const secrets = codes.map((value) => ({ label: 'Code', value }))
  return storeSecrets(env, { orderId, deliveryId: ref, secrets, at: clock.now(), isFromSupplier: true })
}

type Replacement = PlainSecret & Pick<Delivery, 'orderId' | 'deliveryId' | 'at'> & { index: number }

/**
 * Stores another value for one secret of a delivery. @throws code_delivered; secrets_deleted when the order was cleared
 */
export async function storeReplacement(
  env: SecretEnv,
  { orderId, deliveryId, index, label, value, at }: Replacement,
  tx: ClientSession,
): Promise<void> {
  await recordCodes(env, { orderId, deliveryId, at, secrets: [{ label, value }] }, tx)
  const encrypted = encrypt(env, vaultSecret(deliveryId, index), value)
  const { matchedCount } = await VaultModel.updateOne(
    { _id: deliveryId },
    { $set: { [`encrypted.${index}`]: encrypted } },
    { session: tx },
  )
  if (matchedCount === 0) throw new AppError('secrets_deleted')
}

/** Deletes what was stored for a delivery that did not happen. Its codes can be delivered with other orders. */
export async function deleteSecrets(deliveryId: string, tx: ClientSession): Promise<void> {
  await VaultModel.deleteOne({ _id: deliveryId }, { session: tx })
  await releaseCodes(deliveryId, tx)
}

/** Nothing, if the order has this delivery already. */
export const unlessStored = (
  order: Pick<OrderDoc, 'vault'>,
  secretsPatch: SecretsPatch | undefined,
): Partial<SecretsPatch> =>
  secretsPatch && !order.vault?.some(({ deliveryId }) => deliveryId === secretsPatch.push.vault.deliveryId)
    ? secretsPatch
    : {}

const batchSize = 100

/**
 * Encrypts again what is encrypted under the previous SECRET_KEY, which will be removed. What neither key
 * decrypts stays as it is. Concurrent processes do no harm.
 */
export async function reencryptVaults(env: SecretEnv): Promise<void> {
  if (env.SECRET_KEY_PREVIOUS === '') return
  const before = encryptionKeyId(env.SECRET_KEY_PREVIOUS, 'vault')
  let last = ''
  for (;;) {
    const old = await VaultModel.find({ keyId: before, _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(batchSize)
      .lean<IVault[]>()
    for (const vault of old) await reencrypt(env, vault)
    if (old.length < batchSize) return
    last = old.at(-1)?._id ?? ''
  }
}

async function reencrypt(env: SecretEnv, { _id, keyId, encrypted }: IVault): Promise<void> {
  const plain = encrypted.map((text, index) => decrypt(env, vaultSecret(_id, index), text))
  if (plain.some((text) => text === undefined)) return
  const reencrypted = plain.map((text = '', index) => encrypt(env, vaultSecret(_id, index), text))
  await rehashCodes(
    env,
    _id,
    plain.map((text = '') => text),
  )
  const now = encryptionKeyId(env.SECRET_KEY, 'vault')
  // A code that was replaced since the reading stays: it is encrypted again with the next start.
  await VaultModel.updateOne({ _id, keyId, encrypted }, { $set: { encrypted: reencrypted, keyId: now } })
}
