import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import type { Notification, NotificationKind } from './notification.ts'

export const notificationChannels = ['mail', 'sms', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** How a notification goes out: by mail, by text message, or to one browser, by its subscription's id. */
export type DeliveryChannel = 'mail' | 'sms' | `push/${string}`
export const channelOf = (deliveryChannel: DeliveryChannel): NotificationChannel =>
  deliveryChannel === 'mail' || deliveryChannel === 'sms' ? deliveryChannel : 'push'

/**
 * `later`: certainly not sent, tried again at `nextAt`. `unknown`: it may have gone out, so it is not sent again.
 * `given_up`: certainly not sent, and a day is over.
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
  /** Which start made it, so that one whose answer was lost can be known again. */
  senderId?: string
  /** The provider's reference or its reason for refusing. */
  answer?: string
  createdAt: Date
  updatedAt: Date
}

/**
 * The id that lets a notification go out once: `ref/kind/occasion/way`. All text messages about one order share one, so
 * that there is one at most, whatever it says when it goes out.
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
