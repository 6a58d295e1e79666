import { Schema } from 'mongoose'
import { supplierConflictKinds } from '../../../contracts/supplier-conflicts.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** A supplier's answer after an order's end that contradicts it. */
export type SupplierConflict = {
  kind: (typeof supplierConflictKinds)[number]
  at: Date
  /** The unit's ref and attempt. */
  unit: string
  attempt: number
  supplierOrderId: string
  /** The supplier account that it was sent to, as in the unit. */
  accountId?: string
  /** When the supplier reported the final state of an accepted older attempt; it is polled until then. */
  endedAt?: Date | null
  /** The amount at stake: the unit's part of the price. */
  amountPaise: number
  supplierMessage: string
  /** When an admin resolved it. */
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
