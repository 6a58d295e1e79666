import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** The encrypted content of one delivery; its labels are in the order. */
export interface IVault {
  /** As in `VaultDelivery`, so that the same delivery is stored once. */
  _id: string
  /** The key that they are encrypted with (`encryptionKeyId`). */
  keyId: string
  /** One for each secret of the delivery, in order, bound to this document and its index. */
  encrypted: string[]
  storedAt: Date
}

const vaultSchema = new Schema<IVault>(
  {
    _id: { type: String, required: true },
    keyId: { type: String, required: true },
    encrypted: { type: [String], required: true },
    storedAt: { type: Date, required: true },
  } satisfies SchemaFields<IVault>,
  { collection: 'vaults', strict: 'throw', versionKey: false },
)
vaultSchema.index({ keyId: 1, _id: 1 }, { name: 'key' })

export const VaultModel = model<IVault>('Vault', vaultSchema)

/** The context that a secret's encryption is bound to. */
export const vaultSecret = (deliveryId: string, index: number) =>
  ({ purpose: 'vault', about: `${deliveryId}/${index}` }) as const
