import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** Up to which order the sample went, in the order of the board. */
export type Place = { since: Date; orderid: string }

/** Where the continuous check of orders is, for all processes: one takes the turn, and the next begins after it. */
export interface IContinuousCheck {
  _id: 'orders'
  /** No turn begins before. A turn whose process has died is over by then too. */
  nextAt: Date
  /** Open orders that wait for a person, and those that do not, are read in turns of their own. */
  needsAction: Place | null
  others: Place | null
  /** Orders that ended up to then have been checked. */
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
