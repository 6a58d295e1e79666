import { model, Schema } from 'mongoose'
import type { FieldsOf } from '../../../platform/fields-of.ts'

/** What one delivery of an order was, sealed. Its labels stand on the order itself. */
export interface IVault {
  /** As in `VaultPart`, so that the same delivery is kept once. */
  _id: string
  /** Which key they are sealed under (`sealingKeyId`). */
  keyId: string
  /** One for each line of the part, in its order, bound to this document and its place in it. */
  sealed: string[]
  keptAt: Date
}

const vaultSchema = new Schema<IVault>(
  {
    _id: { type: String, required: true },
    keyId: { type: String, required: true },
    sealed: { type: [String], required: true },
    keptAt: { type: Date, required: true },
  } satisfies FieldsOf<IVault>,
  { collection: 'vaults', strict: 'throw', versionKey: false },
)
vaultSchema.index({ keyId: 1, _id: 1 }, { name: 'key' })

export const VaultModel = model<IVault>('Vault', vaultSchema)

/** What a line is sealed for. */
export const vaultSecret = (part: string, place: number) =>
  ({ purpose: 'vault', about: `${part}/${place}` }) as const
