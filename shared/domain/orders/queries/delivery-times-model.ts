import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** How quickly an item was delivered within the 24 hours before `measuredAt`. */
export interface IDeliveryTime {
  /** The item's id in the shop. */
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
