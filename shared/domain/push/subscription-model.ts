import mongoose, { Schema, type Types } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** A browser that gets news of its user's orders. */
export interface IPushSubscription {
  /** The endpoint's hash, so that one browser has one. */
  _id: string
  userId: Types.ObjectId
  /** The sign-in that asked for it, and with which it ends. */
  sessionId: string
  /** Whoever knows it can send to this browser, if they have our key too. */
  endpoint: string
  p256dh: string
  auth: string
  /** Since when this user has it here: of what was before they hear nothing. */
  since: Date
  expiresAt: Date
}

const text = { type: String, required: true } as const
const date = { type: Date, required: true } as const

const subscriptionSchema = new Schema<IPushSubscription>(
  {
    _id: text,
    userId: { type: Schema.Types.ObjectId, required: true },
    sessionId: text,
    endpoint: text,
    p256dh: text,
    auth: text,
    since: date,
    expiresAt: date,
  } satisfies SchemaFields<IPushSubscription>,
  { collection: 'push_subscriptions', strict: 'throw', versionKey: false },
)
subscriptionSchema.index({ userId: 1 })
subscriptionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const PushSubscriptionModel = mongoose.model<IPushSubscription>('PushSubscription', subscriptionSchema)
