import { Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'
import { type UnitState, unitStates } from '../../purchasing/index.ts'

/** The fields of a unit that describe its purchase; only those that changed are present. */
export type UnitChange = { index: number; state?: UnitState; attempt?: number; supplierOrderId?: string }

/** What one write changed in an order's units, and the paise that it refunded. */
export type ChangeRecord = { units: UnitChange[]; creditedPaise: number; partlyRefundedPaise: number }

const unitChangeSchema = new Schema<UnitChange>(
  {
    index: { type: Number, required: true },
    state: { type: String, enum: unitStates },
    attempt: Number,
    supplierOrderId: String,
  } satisfies SchemaFields<UnitChange>,
  { _id: false },
)

export const changeRecordSchema = new Schema<ChangeRecord>(
  {
    units: { type: [unitChangeSchema], default: [] },
    creditedPaise: { type: Number, default: 0 },
    partlyRefundedPaise: { type: Number, default: 0 },
  } satisfies SchemaFields<ChangeRecord>,
  { _id: false },
)
