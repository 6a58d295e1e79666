import { Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** One delivery in an order's vault, without its content, which is encrypted in `vaults`. */
export type VaultDelivery = {
  /** The `_id` of the encrypted content: the unit's ref, or the order's id and `-hand`. */
  deliveryId: string
  secrets: VaultSecret[]
}

export type VaultSecret = {
  label: string
  /** When the customer first revealed it; null before that. */
  revealedAt: Date | null
  /** When an admin last replaced its value, which the customer had not viewed. */
  replacedAt?: Date
}

const secretSchema = new Schema<VaultSecret>(
  {
    label: { type: String, required: true },
    revealedAt: { type: Date, default: null },
    replacedAt: Date,
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
