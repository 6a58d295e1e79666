import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import type { VendorCall } from '../../providers/vendor-call.ts'

/** A call to a vendor with its reply, reduced to the fields that may be stored. */
export interface IVendorCall extends VendorCall {
  /** One document for each call with an effect; checks with the same reply share one. */
  _id: string
  /** The order or top-up that it is about. */
  subjectId: string
  firstAt: Date
  lastAt: Date
  /** How often this reply came. */
  count: number
}

const requiredText = { type: String, required: true } as const
const text = { type: String, default: '' } as const
const number = { type: Number, required: true } as const
const when = { type: Date, required: true } as const

const vendorCallSchema = new Schema<IVendorCall>(
  {
    _id: requiredText,
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
  { collection: 'vendor_calls', strict: 'throw', versionKey: false, minimize: false },
)

/** The calls about an order or top-up, the latest first. */
export const aboutIndex = 'about'
vendorCallSchema.index({ subjectId: 1, lastAt: -1, _id: 1 }, { name: aboutIndex })

/** Longer than a bank takes to settle a payment dispute. */
const retentionS = 180 * 24 * 3_600
vendorCallSchema.index({ lastAt: 1 }, { name: 'kept', expireAfterSeconds: retentionS })

export const VendorCallModel = model<IVendorCall>('VendorCall', vendorCallSchema)
