import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

export type EmailTokenPurpose = 'verify' | 'reset' | 'contact' | 'sign_in'

/** The link that was mailed last to one user for one purpose; another replaces it. */
export interface IEmailToken {
  /** `reset/<userId>`, which makes it one. */
  _id: string
  /** The address it was mailed to: it proves that one alone, whatever the user's is by then. */
  email: string
  /** The notification that brings it. */
  notificationId: string
  /** Empty until it goes out. */
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
