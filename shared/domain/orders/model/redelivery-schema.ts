import { Schema } from 'mongoose'
import { type RedeliveryState, redeliveryStates } from '../../../contracts/order-redelivery.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** The free redelivery of an order: the new order, the text for the customer, and its result. */
export type Redelivery = {
  orderid: string
  state: RedeliveryState
  at: Date
  /** The text that the customer received with it. */
  text: string
  /**
   * The refs of the redelivered units; empty: all of them. This and the following fields are absent in older
   * orders.
   */
  units?: string[]
  /** After a failure: how many of its units had arrived, of how many, and whether a code was revealed. */
  delivered?: number
  total?: number
  isRevealed?: boolean
  endedAt: Date | null
}

export const redeliverySchema = new Schema<Redelivery>(
  {
    orderid: { type: String, required: true },
    state: { type: String, enum: redeliveryStates, required: true },
    at: { type: Date, required: true },
    text: { type: String, default: '' },
    units: { type: [String], default: [] },
    delivered: { type: Number, default: 0 },
    total: { type: Number, default: 0 },
    isRevealed: { type: Boolean, default: false },
    endedAt: { type: Date, default: null },
  } satisfies SchemaFields<Redelivery>,
  { _id: false },
)
