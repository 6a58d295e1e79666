import type { ClientSession } from 'mongoose'
import { type SecretEnv, encrypt, encryptionKeyId } from '../../../platform/secret-key.ts'
import type { Deps } from '../../deps.ts'
import type { SupplierAnswer, IUnit } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { VaultModel, vaultSecret } from './vault-model.ts'
import type { VaultDelivery } from './vault-part-schema.ts'

/** What a customer gets to read: `Password`, and the password. */
export type PlainSecret = { label: string; value: string }

/** What is added to an order's change, so that what was delivered is kept with it or not at all. */
export type SecretsPatch = {
  push: { vault: VaultDelivery }
  inSameTransaction(tx: ClientSession): Promise<void>
}

type Delivery = { deliveryId: string; secrets: readonly PlainSecret[]; at: Date }

/** Seals what was delivered. Nothing is written before the change that it is added to. */
export function storeSecrets(env: SecretEnv, { deliveryId, secrets, at }: Delivery): SecretsPatch {
  const encrypted = secrets.map(({ value }, index) => encrypt(env, vaultSecret(deliveryId, index), value))
  const kept = { keyId: encryptionKeyId(env.SECRET_KEY, 'vault'), encrypted, storedAt: at }
  return {
    push: { vault: { deliveryId, secrets: secrets.map(({ label }) => ({ label, revealedAt: null })) } },
    inSameTransaction: async (tx) => {
      await VaultModel.updateOne({ _id: deliveryId }, { $setOnInsert: kept }, { upsert: true, session: tx })
    },
  }
}

/** The codes that a supplier delivered with a unit, where its answer has some. */
export function storeCodes(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  { ref }: Pick<IUnit, 'ref'>,
  answer: SupplierAnswer,
): SecretsPatch | undefined {
  const codes = answer.kind === 'delivered' ? answer.codes?.reveal() : undefined
  if (!codes) return undefined
  const secrets = codes.map((value) => ({ label: 'Code', value }))
  return storeSecrets(env, { deliveryId: ref, secrets, at: clock.now() })
}

/** Nothing, where the order has it already. */
export const unlessStored = (order: Pick<OrderDoc, 'vault'>, secretsPatch: SecretsPatch | undefined): Partial<SecretsPatch> =>
  secretsPatch && !order.vault?.some(({ deliveryId }) => deliveryId === secretsPatch.push.vault.deliveryId) ? secretsPatch : {}
