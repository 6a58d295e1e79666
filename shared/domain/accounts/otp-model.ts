import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

export type OtpPurpose = 'register' | 'sign_in' | 'prove_mobile' | 'prove_email'

/** The latest code for a number or address and a purpose. */
export interface IOtp {
  /** `sign_in/9000000001`: one for each number and purpose. */
  _id: string
  /** The notification that sends it; distinguishes it from the previous code. */
  notificationId: string
  /** HMAC of `_id` and the six digits. */
  codeMac: string
  /** The code, encrypted: while it is valid, another request sends the same code. */
  sealedCode: string
  /** When it was last requested. */
  askedAt: Date
  /** How often a code was entered, right or wrong. */
  tries: number
  expiresAt: Date
}

export const maxOtpTries = 5

/** @param about a mobile number, or an e-mail address for `prove_email` */
export const otpId = (purpose: OtpPurpose, about: string): string => `${purpose}/${about}`

const otpSchema = new Schema<IOtp>(
  {
    _id: { type: String, required: true },
    notificationId: { type: String, required: true },
    codeMac: { type: String, required: true },
    sealedCode: { type: String, required: true },
    askedAt: { type: Date, required: true },
    tries: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<IOtp>,
  { collection: 'otps', strict: 'throw', versionKey: false },
)
otpSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 24 * 3_600 })

export const OtpModel = mongoose.model<IOtp>('Otp', otpSchema)
