import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import type { Notification, NotificationKind } from './notification.ts'

export const notificationChannels = ['mail', 'sms', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** How a notification is delivered: by mail, by text message, or to one browser, by its subscription's id. */
export type DeliveryChannel = 'mail' | 'sms' | `push/${string}`
export const channelOf = (deliveryChannel: DeliveryChannel): NotificationChannel =>
  deliveryChannel === 'mail' || deliveryChannel === 'sms' ? deliveryChannel : 'push'

/**
 * `deferred`: certainly not sent, tried again at `nextAt`. `unknown`: it may have been sent, so it is not sent again.
 * `expired`: certainly not sent within a day.
 */
export const notificationStatuses = [
  'sending',
  'accepted',
  'deferred',
  'rejected',
  'unknown',
  'expired',
] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

export interface INotification {
  _id: string
  kind: NotificationKind
  ref: string
  dedupeKey: string
  channel: NotificationChannel
  status: NotificationStatus
  attempts: number
  firstAt: Date
  sendingSince: Date
  nextAt?: Date
  /** Id of the start that created it, so that a start whose answer was lost can be recognised. */
  senderId?: string
  /** The provider's reference or its rejection reason. */
  answer?: string
  createdAt: Date
  updatedAt: Date
}

/**
 * The id that makes a notification unique: `ref/kind/dedupeKey/channel`. All text messages about one order share one
 * id, so that at most one is sent.
 */
export function notificationId(
  notification: Pick<Notification, 'ref' | 'kind' | 'dedupeKey'>,
  deliveryChannel: DeliveryChannel,
): string {
  if (deliveryChannel === 'sms' && notification.kind.startsWith('order_'))
    return `${notification.ref}/order//sms`
  return [notification.ref, notification.kind, notification.dedupeKey ?? '', deliveryChannel].join('/')
}

const text = { type: String, required: true } as const

const notificationSchema = new Schema<INotification>(
  {
    _id: text,
    kind: text,
    ref: text,
    dedupeKey: String,
    channel: { ...text, enum: notificationChannels },
    status: { ...text, enum: notificationStatuses },
    attempts: Number,
    firstAt: Date,
    sendingSince: Date,
    nextAt: Date,
    senderId: String,
    answer: String,
  } satisfies SchemaFields<INotification>,
  { collection: 'notifications', strict: 'throw', timestamps: true, versionKey: false },
)

export const NotificationModel = mongoose.model<INotification>('Notification', notificationSchema)
