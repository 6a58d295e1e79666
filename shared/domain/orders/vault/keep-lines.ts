import type { ClientSession } from 'mongoose'
import { type SecretEnv, seal, sealingKeyId } from '../../../platform/secret-key.ts'
import type { Deps } from '../../deps.ts'
import type { SupplierAnswer, IUnit } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { VaultModel, vaultSecret } from './vault-model.ts'
import type { VaultPart } from './vault-part-schema.ts'

/** What a customer gets to read: `Password`, and the password. */
export type PlainLine = { label: string; value: string }

/** What is added to an order's change, so that what was delivered is kept with it or not at all. */
export type Keeping = {
  push: { vault: VaultPart }
  also(session: ClientSession): Promise<void>
}

type Delivery = { part: string; lines: readonly PlainLine[]; at: Date }

/** Seals what was delivered. Nothing is written before the change that it is added to. */
export function keepLines(env: SecretEnv, { part, lines, at }: Delivery): Keeping {
  const sealed = lines.map(({ value }, place) => seal(env, vaultSecret(part, place), value))
  const kept = { keyId: sealingKeyId(env.SECRET_KEY, 'vault'), sealed, keptAt: at }
  return {
    push: { vault: { part, lines: lines.map(({ label }) => ({ label, seenAt: null })) } },
    also: async (session) => {
      await VaultModel.updateOne({ _id: part }, { $setOnInsert: kept }, { upsert: true, session })
    },
  }
}

/** The codes that a supplier delivered with a unit, where its answer has some. */
export function keepCodes(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  { ref }: Pick<IUnit, 'ref'>,
  answer: SupplierAnswer,
): Keeping | undefined {
  const codes = answer.kind === 'delivered' ? answer.codes?.open() : undefined
  if (!codes) return undefined
  const lines = codes.map((value) => ({ label: 'Code', value }))
  return keepLines(env, { part: ref, lines, at: clock.now() })
}

/** Nothing, where the order has it already. */
export const unlessKept = (order: Pick<OrderDoc, 'vault'>, keeping: Keeping | undefined): Partial<Keeping> =>
  keeping && !order.vault?.some(({ part }) => part === keeping.push.vault.part) ? keeping : {}
