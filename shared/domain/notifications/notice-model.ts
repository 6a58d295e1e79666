import mongoose, { Schema } from 'mongoose'
import type { NoticeKind } from './notice.ts'

export const noticeChannels = ['mail', 'sms'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** `unknown`: it may have gone out, so it is not sent again by itself. */
export const noticeStatuses = ['planned', 'sending', 'accepted', 'refused', 'unknown'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]

export interface INotice {
  kind: NoticeKind
  ref: string
  occasion: string
  channel: NoticeChannel
  status: NoticeStatus
  attempts: number
  sendingSince?: Date
  /** The provider's reference or its reason for refusing. */
  answer: string
  createdAt: Date
  updatedAt: Date
}

const text = { type: String, required: true }

const noticeSchema = new Schema<INotice>(
  {
    kind: text,
    ref: text,
    occasion: { type: String, default: '' },
    channel: { ...text, enum: noticeChannels },
    status: { ...text, enum: noticeStatuses },
    attempts: { type: Number, default: 0 },
    sendingSince: Date,
    answer: { type: String, default: '' },
  },
  { collection: 'notices', strict: 'throw', timestamps: true },
)
noticeSchema.index(
  { ref: 1, kind: 1, occasion: 1, channel: 1 },
  { name: 'ref_kind_occasion_channel_unique', unique: true },
)

export const NoticeModel = mongoose.model<INotice>('Notice', noticeSchema)
