import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** The last order of the sample, in the order of the board. */
export type Place = { since: Date; orderid: string }

/** Progress of the continuous check of orders, shared by all processes: one runs it at a time. */
export interface IContinuousCheck {
  _id: 'orders'
  /** Earliest start of the next run. A crashed run ends by then, too. */
  nextAt: Date
  /** Open orders that need action, and others, are sampled separately. */
  needsAction: Place | null
  others: Place | null
  /** Orders that ended until then have been checked. */
  closedUpTo: Date | null
}

const placeSchema = new Schema<Place>(
  {
    since: { type: Date, required: true },
    orderid: { type: String, required: true },
  } satisfies SchemaFields<Place>,
  { _id: false },
)

const checkSchema = new Schema<IContinuousCheck>(
  {
    _id: { type: String, required: true },
    nextAt: { type: Date, required: true },
    needsAction: { type: placeSchema, default: null },
    others: { type: placeSchema, default: null },
    closedUpTo: { type: Date, default: null },
  } satisfies SchemaFields<IContinuousCheck>,
  { collection: 'continuous_check', strict: 'throw', versionKey: false },
)

export const ContinuousCheckModel = model<IContinuousCheck>('ContinuousCheck', checkSchema)
