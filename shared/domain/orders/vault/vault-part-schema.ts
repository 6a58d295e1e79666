import { Schema } from 'mongoose'
import type { FieldsOf } from '../../../platform/fields-of.ts'

/** What one delivery put into an order's vault, without what it says: that lies sealed in `vaults`. */
export type VaultPart = {
  /** The `_id` of what is sealed: the unit's ref, or the order's id and `-hand`. */
  part: string
  lines: VaultLine[]
}

export type VaultLine = {
  label: string
  /** When its owner first opened it; null while nobody has. */
  seenAt: Date | null
}

const lineSchema = new Schema<VaultLine>(
  {
    label: { type: String, required: true },
    seenAt: { type: Date, default: null },
  } satisfies FieldsOf<VaultLine>,
  { _id: false },
)

export const vaultPartSchema = new Schema<VaultPart>(
  {
    part: { type: String, required: true },
    lines: { type: [lineSchema], required: true },
  } satisfies FieldsOf<VaultPart>,
  { _id: false },
)
