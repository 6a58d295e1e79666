import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** A user's second factor: codes of an authenticator app, and recovery codes. */
export interface IFactor {
  /** The user's `_id` in hex. */
  _id: string
  /** The secret shared with the app, encrypted. A new secret makes a new factor. */
  sealedSecret: string
  /** False during the set-up: no code is required, and the set-up can be repeated. */
  isOn: boolean
  setUpAt: Date
  /** The session that confirmed the factor with a code and may turn it on; empty before. */
  verifiedInSession: string
  /** The 30-second step of the last used code; codes of this step or before are not accepted. */
  lastStep: number
  /** The unused ones, as argon2id hashes under one salt. */
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
