import { model, Schema, type Types } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import type { VendorCall } from '../../providers/vendor-call.ts'

/** A call to a vendor with its reply, reduced to the fields that may be stored. */
export interface IVendorCall extends VendorCall {
  /** The order or top-up that it is about. */
  subjectId: string
  firstAt: Date
  lastAt: Date
  /** How often this reply came; a call with an effect is recorded each time. */
  count: number
}

/**
 * Calls that a process made within some seconds, about any orders and top-ups. A call never changes its place: it may
 * be counted again there, or be blanked.
 */
export interface IVendorCallBlock {
  _id: Types.ObjectId
  /** Of all its calls. */
  subjectIds: string[]
  calls: IVendorCall[]
  lastAt: Date
}

const requiredText = { type: String, required: true } as const
const text = { type: String, default: '' } as const
const number = { type: Number, required: true } as const
const when = { type: Date, required: true } as const

const vendorCallSchema = new Schema<IVendorCall>(
  {
    subjectId: requiredText,
    ref: requiredText,
    vendor: requiredText,
    call: requiredText,
    isAct: { type: Boolean, required: true },
    asked: { type: Schema.Types.Mixed, required: true },
    answered: { type: Schema.Types.Mixed, required: true },
    outcome: {
      type: String,
      enum: ['json', 'nonsense', 'lost', 'unavailable', 'rate_limited'],
      required: true,
    },
    httpStatus: number,
    note: text,
    tookMs: number,
    firstAt: when,
    lastAt: when,
    count: number,
  } satisfies SchemaFields<IVendorCall>,
  { _id: false, minimize: false },
)

const blockSchema = new Schema<IVendorCallBlock>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    subjectIds: { type: [String], required: true },
    calls: { type: [vendorCallSchema], required: true },
    lastAt: when,
  } satisfies SchemaFields<IVendorCallBlock>,
  { collection: 'vendor_calls', strict: 'throw', versionKey: false },
)

/** The blocks with calls about an order or top-up, the latest first. No field of it changes when a call is counted. */
export const aboutIndex = 'about'
blockSchema.index({ subjectIds: 1, _id: -1 }, { name: aboutIndex })

/** Longer than a bank takes to settle a payment dispute. */
const retentionS = 180 * 24 * 3_600
blockSchema.index({ lastAt: 1 }, { name: 'kept', expireAfterSeconds: retentionS })

export const VendorCallBlockModel = model<IVendorCallBlock>('VendorCallBlock', blockSchema)
