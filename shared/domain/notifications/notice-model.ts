import mongoose, { Schema } from 'mongoose'
import type { FieldsOf } from '../../platform/fields-of.ts'
import type { Notice, NoticeKind } from './notice.ts'

export const noticeChannels = ['mail', 'sms', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** How a notice goes out: by mail, by text message, or to one browser, by its subscription's id. */
export type NoticeWay = 'mail' | 'sms' | `push/${string}`
export const channelOf = (way: NoticeWay): NoticeChannel => (way === 'mail' || way === 'sms' ? way : 'push')

/**
 * `later`: certainly not sent, tried again at `nextAt`. `unknown`: it may have gone out, so it is not sent again.
 * `given_up`: certainly not sent, and a day is over.
 */
export const noticeStatuses = ['sending', 'accepted', 'later', 'refused', 'unknown', 'given_up'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]

export interface INotice {
  _id: string
  kind: NoticeKind
  ref: string
  occasion: string
  channel: NoticeChannel
  status: NoticeStatus
  attempts: number
  firstAt: Date
  sendingSince: Date
  nextAt?: Date
  /** Which claim made it, so that one whose answer was lost can be known again. */
  claimedBy?: string
  /** The provider's reference or its reason for refusing. */
  answer?: string
  createdAt: Date
  updatedAt: Date
}

/**
 * The id that lets a notice go out once: `ref/kind/occasion/way`. All text messages about one order share one, so
 * that there is one at most, whatever it says when it goes out.
 */
export function noticeId(notice: Pick<Notice, 'ref' | 'kind' | 'occasion'>, way: NoticeWay): string {
  if (way === 'sms' && notice.kind.startsWith('order_')) return `${notice.ref}/order//sms`
  return [notice.ref, notice.kind, notice.occasion ?? '', way].join('/')
}

const text = { type: String, required: true } as const

const noticeSchema = new Schema<INotice>(
  {
    _id: text,
    kind: text,
    ref: text,
    occasion: String,
    channel: { ...text, enum: noticeChannels },
    status: { ...text, enum: noticeStatuses },
    attempts: Number,
    firstAt: Date,
    sendingSince: Date,
    nextAt: Date,
    claimedBy: String,
    answer: String,
  } satisfies FieldsOf<INotice>,
  { collection: 'notices', strict: 'throw', timestamps: true, versionKey: false },
)

export const NoticeModel = mongoose.model<INotice>('Notice', noticeSchema)
