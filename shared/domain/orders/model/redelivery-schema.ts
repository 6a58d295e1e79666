import { Schema } from 'mongoose'
import { type RedeliveryState, redeliveryStates } from '../../../contracts/order-redelivery.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** That an order was sent once more, free of charge: as which order, with which words, and what became of that one. */
export type Redelivery = {
  orderid: string
  state: RedeliveryState
  at: Date
  /** What its customer was told with it. */
  text: string
  /** The refs of the units that were sent again; none: all of them. Absent, like what follows, from those of before. */
  units?: string[]
  /** Once it has failed: so many of its units had arrived, of so many, and whether a code of it was opened. */
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
