import { Schema } from 'mongoose'
import { type StaffActionKind, staffActionKinds } from '../../../contracts/staff-actions.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** What an admin wrote down about an order for the others. Customers are not shown it. */
export type OrderNote = {
  /** `ON…`, the same in every try of one request; empty in notes of before. */
  id: string
  at: Date
  /** The admin's id, and their name as it was then. */
  by: string
  name: string
  text: string
}

const required = { type: String, required: true } as const

export const noteSchema = new Schema<OrderNote>(
  {
    id: { type: String, default: '' },
    at: { type: Date, required: true },
    ...{ by: required, name: required, text: required },
  } satisfies SchemaFields<OrderNote>,
  { _id: false },
)

/** What an admin decided about an order: who, when, about what, on which context. */
export type StaffAction = {
  at: Date
  /** The admin's id, and their name as it was then. */
  by: string
  name: string
  action: StaffActionKind
  /** The unit's ref and the attempt that was seen; '' and 0 where the decision was about the whole order. */
  unit: string
  attempt: number
  context: ActionContext
  reason: string
  /** What it gave back to the wallet. */
  amountPaise: number
}

/** What was known at that moment, as text; '' where nothing was. A whole order is told by its first open unit. */
export type ActionContext = {
  pendingReason: string
  detail: string
  unit: string
  message: string
  /** In the supplier's own currency or points: what the unit costs there, and its account around the last call. */
  cost: string
  balanceBefore: string
  balanceAfter: string
}

const text = { type: String, default: '' } as const
const needed = { type: String, required: true } as const

export const staffActionSchema = new Schema<StaffAction>(
  {
    at: { type: Date, required: true },
    by: needed,
    name: needed,
    action: { type: String, enum: staffActionKinds, required: true },
    unit: text,
    attempt: { type: Number, default: 0 },
    context: {
      type: {
        ...{ pendingReason: text, detail: text, unit: text, message: text },
        ...{ cost: text, balanceBefore: text, balanceAfter: text },
      },
      _id: false,
      required: true,
    },
    reason: text,
    amountPaise: { type: Number, default: 0 },
  } satisfies SchemaFields<StaffAction>,
  { _id: false },
)
