import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** How quickly an item came within the last 24 hours, as it was last counted. */
export interface IDeliveryTime {
  /** The shop's number of the item. */
  _id: number
  orders: number
  medianSeconds: number
  p90Seconds: number
  measuredAt: Date
}

const number = { type: Number, required: true }

const deliveryTimeSchema = new Schema<IDeliveryTime>(
  {
    _id: number,
    orders: number,
    medianSeconds: number,
    p90Seconds: number,
    measuredAt: { type: Date, required: true },
  } satisfies SchemaFields<IDeliveryTime>,
  { collection: 'delivery_times', strict: 'throw', versionKey: false },
)

export const DeliveryTimeModel = model<IDeliveryTime>('DeliveryTime', deliveryTimeSchema)
