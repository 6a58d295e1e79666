import mongoose, { Schema } from 'mongoose'
import type { NoticeKind } from './notice.ts'

export const noticeChannels = ['mail', 'sms'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** `unknown`: it may have gone out, so it is not sent again by itself. */
export const noticeStatuses = ['planned', 'sending', 'accepted', 'refused', 'unknown'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]

export interface INotice {
  /** `ref/kind/occasion/channel`: what is sent once. */
  _id: string
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
    _id: text,
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

export const NoticeModel = mongoose.model<INotice>('Notice', noticeSchema)
