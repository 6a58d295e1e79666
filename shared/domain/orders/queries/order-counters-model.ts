import { model, Schema } from 'mongoose'
import { type OrderStatus, orderStatuses } from '../../../contracts/order-status.ts'

/** The number of orders in a status and their total price, in paise. */
export type StatusSum = { status: OrderStatus; count: number; paise: number }

/**
 * The counters of orders that had ended before `until`, as counted at `countedAt`. One document: `orders`.
 */
export interface IOrderCounters {
  _id: 'orders'
  until: Date
  countedAt: Date
  sums: StatusSum[]
}

export const OrderCountersModel = model<IOrderCounters>(
  'OrderCounters',
  new Schema<IOrderCounters>(
    {
      _id: { type: String, required: true },
      until: { type: Date, required: true },
      countedAt: { type: Date, required: true },
      sums: {
        type: [
          new Schema<StatusSum>(
            {
              status: { type: String, enum: orderStatuses, required: true },
              count: { type: Number, required: true },
              paise: { type: Number, required: true },
            },
            { _id: false },
          ),
        ],
        required: true,
      },
    },
    { collection: 'order_counters', strict: 'throw', versionKey: false },
  ),
)
