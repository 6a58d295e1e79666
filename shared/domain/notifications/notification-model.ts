import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import type { NotificationKind } from './notification.ts'
import { type DeliveryChannel, type Sending, sendingFields } from './sending.ts'

/** A notification about a top-up or an account on one channel; those about an order are in the order. */
export interface INotification extends Sending {
  /** `ref/kind/dedupeKey/channel` */
  _id: string
  kind: NotificationKind
  ref: string
  channel: DeliveryChannel
  /** Id of the start that created it, so that a start whose answer was lost can be recognised. */
  senderId: string
}

const text = { type: String, required: true } as const

const notificationSchema = new Schema<INotification>(
  {
    ...sendingFields,
    _id: text,
    kind: text,
    ref: text,
    channel: text,
    senderId: text,
  } satisfies SchemaFields<INotification>,
  { collection: 'notifications', strict: 'throw', versionKey: false },
)

export const NotificationModel = mongoose.model<INotification>('Notification', notificationSchema)
