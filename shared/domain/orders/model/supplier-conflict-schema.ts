import { Schema } from 'mongoose'
import { supplierConflictKinds } from '../../../contracts/supplier-conflicts.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** What the supplier said after an order's end that does not go with it. */
export type SupplierConflict = {
  kind: (typeof supplierConflictKinds)[number]
  at: Date
  /** The unit's ref, and the attempt that it is about. */
  unit: string
  attempt: number
  supplierOrderId: string
  /** The supplier's account that it was sent to, as in the unit. */
  accountId?: string
  /** When the supplier had said how an accepted older attempt ended; it is asked for until then. */
  endedAt?: Date | null
  /** At stake: the unit's part of the price. */
  amountPaise: number
  supplierMessage: string
  /** When a person had looked into it. */
  closedAt: Date | null
}

export const supplierConflictSchema = new Schema<SupplierConflict>(
  {
    kind: { type: String, enum: supplierConflictKinds, required: true },
    at: { type: Date, required: true },
    unit: { type: String, required: true },
    attempt: { type: Number, required: true },
    supplierOrderId: { type: String, default: '' },
    accountId: String,
    endedAt: { type: Date, default: null },
    amountPaise: { type: Number, required: true },
    supplierMessage: { type: String, default: '' },
    closedAt: { type: Date, default: null },
  } satisfies SchemaFields<SupplierConflict>,
  { _id: false },
)
