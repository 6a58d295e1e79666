import { Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'
import { type NotificationKind, type Sending, sendingFields } from '../../notifications/index.ts'

/** A notification about the order on one channel. */
export type NotificationRecord = Sending & {
  /** `kind/dedupeKey/channel`; unique in the order. */
  id: string
  /** The kind that was sent: all text messages share one id. */
  kind: NotificationKind
}

export const notificationRecordSchema = new Schema<NotificationRecord>(
  {
    ...sendingFields,
    id: { type: String, required: true },
    kind: { type: String, required: true },
  } satisfies SchemaFields<NotificationRecord>,
  { _id: false, id: false },
)
