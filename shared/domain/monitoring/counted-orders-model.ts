import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/**
 * Orders counted since the shop is monitored, up to a time: totals that only rise, whatever process counts. One
 * document: `orders`.
 */
export interface ICountedOrders {
  _id: 'orders'
  until: Date
  /** Delivered within the promised time, and not delivered when it had passed. */
  kept: number
  broken: number
  /** Orders that ended, by status. */
  ended: Map<string, number>
}

export type CountedOrders = Omit<ICountedOrders, 'ended'> & { ended: Record<string, number> }

const count = { type: Number, required: true } as const

export const CountedOrdersModel = model<ICountedOrders>(
  'CountedOrders',
  new Schema<ICountedOrders>(
    {
      _id: { type: String, required: true },
      until: { type: Date, required: true },
      kept: count,
      broken: count,
      ended: { type: Map, of: Number, required: true },
    } satisfies SchemaFields<ICountedOrders>,
    { collection: 'counted_orders', strict: 'throw', versionKey: false },
  ),
)
