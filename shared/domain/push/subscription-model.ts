import mongoose, { Schema, type Types } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** A browser that receives notifications of its user's orders. */
export interface IPushSubscription {
  /** The endpoint's hash, so that each browser has one subscription. */
  _id: string
  userId: Types.ObjectId
  /** The session that created it; the subscription ends with it. */
  sessionId: string
  /** Secret: together with our key it allows sending to this browser. */
  endpoint: string
  p256dh: string
  auth: string
  /** Since when this user has it; earlier events are not sent to it. */
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
