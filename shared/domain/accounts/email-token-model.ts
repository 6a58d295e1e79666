import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

export type EmailTokenPurpose = 'verify' | 'reset' | 'contact' | 'sign_in'

/** The latest link mailed to a user for a purpose; a new link replaces it. */
export interface IEmailToken {
  /** `reset/<userId>`: one for each user and purpose. */
  _id: string
  /**
   * The address that it was mailed to. The token verifies only this address, even if the user's address has changed
   * since.
   */
  email: string
  /** The notification that sends it. */
  notificationId: string
  /** Empty until the mail is sent. */
  tokenHash: string
  mailedAt: Date
  expiresAt: Date
}

const hourMs = 3_600_000

export const emailTokenMs: Record<EmailTokenPurpose, number> = {
  verify: 24 * hourMs,
  reset: hourMs,
  contact: 72 * hourMs,
  sign_in: hourMs / 4,
}

export const emailTokenId = (purpose: EmailTokenPurpose, userId: string): string => `${purpose}/${userId}`

const emailTokenSchema = new Schema<IEmailToken>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    notificationId: { type: String, required: true },
    tokenHash: { type: String, default: '' },
    mailedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<IEmailToken>,
  { collection: 'email_tokens', strict: 'throw', versionKey: false },
)
emailTokenSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 24 * 3_600 })

export const EmailTokenModel = mongoose.model<IEmailToken>('EmailToken', emailTokenSchema)
