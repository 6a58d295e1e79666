import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** What one delivery of an order was, encrypted. Its labels stand on the order itself. */
export interface IVault {
  /** As in `VaultDelivery`, so that the same delivery is kept once. */
  _id: string
  /** Which key they are encrypted under (`encryptionKeyId`). */
  keyId: string
  /** One for each secret of the deliveryId, in its order, bound to this document and its index in it. */
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

/** What a secret is encrypted for. */
export const vaultSecret = (deliveryId: string, index: number) =>
  ({ purpose: 'vault', about: `${deliveryId}/${index}` }) as const
