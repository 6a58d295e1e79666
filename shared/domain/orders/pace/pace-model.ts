import { model, Schema } from 'mongoose'
import type { FieldsOf } from '../../../platform/fields-of.ts'

/** How quickly an item came within the last 24 hours, as it was last counted. */
export interface IPace {
  /** The shop's number of the item. */
  _id: number
  orders: number
  medianSeconds: number
  p90Seconds: number
  measuredAt: Date
}

const number = { type: Number, required: true }

const paceSchema = new Schema<IPace>(
  {
    _id: number,
    orders: number,
    medianSeconds: number,
    p90Seconds: number,
    measuredAt: { type: Date, required: true },
  } satisfies FieldsOf<IPace>,
  { collection: 'paces', strict: 'throw', versionKey: false },
)

export const PaceModel = model<IPace>('Pace', paceSchema)
