import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** A user's second factor: codes of an authenticator app, and recovery codes. */
export interface IFactor {
  /** The user's `_id` in hex. */
  _id: string
  /** The secret that the app shares, encrypted; another one is another factor. */
  sealedSecret: string
  /** Until then it asks for nothing, and may be set up anew. */
  isOn: boolean
  setUpAt: Date
  /** The session that gave a code of it and may turn it on; empty before. */
  verifiedInSession: string
  /** The 30-second step whose code was used last: none up to it is taken again. */
  lastStep: number
  /** Those that are left, as argon2id hashes under one salt. */
  recoveryHashes: string[]
  /** base64 */
  recoverySalt: string
}

const factorSchema = new Schema<IFactor>(
  {
    _id: { type: String, required: true },
    sealedSecret: { type: String, required: true },
    isOn: { type: Boolean, required: true },
    setUpAt: { type: Date, required: true },
    verifiedInSession: { type: String, default: '' },
    lastStep: { type: Number, required: true },
    recoveryHashes: { type: [String], required: true },
    recoverySalt: { type: String, default: '' },
  } satisfies SchemaFields<IFactor>,
  { collection: 'second_factors', strict: 'throw', versionKey: false },
)

export const FactorModel = mongoose.model<IFactor>('SecondFactor', factorSchema)
