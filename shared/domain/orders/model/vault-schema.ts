import { Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** What one delivery put into an order's vault, without what it says: that lies encrypted in `vaults`. */
export type VaultDelivery = {
  /** The `_id` of what is encrypted: the unit's ref, or the order's id and `-hand`. */
  deliveryId: string
  secrets: VaultSecret[]
}

export type VaultSecret = {
  label: string
  /** When its owner first opened it; null while nobody has. */
  revealedAt: Date | null
}

const secretSchema = new Schema<VaultSecret>(
  {
    label: { type: String, required: true },
    revealedAt: { type: Date, default: null },
  } satisfies SchemaFields<VaultSecret>,
  { _id: false },
)

export const vaultDeliverySchema = new Schema<VaultDelivery>(
  {
    deliveryId: { type: String, required: true },
    secrets: { type: [secretSchema], required: true },
  } satisfies SchemaFields<VaultDelivery>,
  { _id: false },
)
