import { Schema } from 'mongoose'
import { type StaffActionKind, staffActionKinds } from '../../../contracts/staff-actions.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** A note of an admin for other admins. Customers do not see it. */
export type OrderNote = {
  /** `ON…`, the same in every try of one request; empty in older notes. */
  id: string
  at: Date
  /** The admin's id, and their name at that time. */
  by: string
  name: string
  text: string
}

const required = { type: String, required: true } as const

export const noteSchema = new Schema<OrderNote>(
  {
    id: { type: String, default: '' },
    at: { type: Date, required: true },
    by: required,
    name: required,
    text: required,
  } satisfies SchemaFields<OrderNote>,
  { _id: false },
)

/** A decision of an admin about an order, with its context. */
export type StaffAction = {
  at: Date
  /** The admin's id, and their name at that time. */
  by: string
  name: string
  action: StaffActionKind
  /** The unit's ref and its attempt; '' and 0 if the decision concerned the whole order. */
  unit: string
  attempt: number
  context: ActionContext
  reason: string
  /** The amount that it refunded to the wallet. */
  amountPaise: number
}

/**
 * What was known at that moment, as text; '' if nothing was. For a whole order the unit is its first open
 * one.
 */
export type ActionContext = {
  pendingReason: string
  detail: string
  unit: string
  message: string
  /** The unit's cost and the account's balance around the last call, in the supplier's own currency. */
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
        pendingReason: text,
        detail: text,
        unit: text,
        message: text,
        cost: text,
        balanceBefore: text,
        balanceAfter: text,
      },
      _id: false,
      required: true,
    },
    reason: text,
    amountPaise: { type: Number, default: 0 },
  } satisfies SchemaFields<StaffAction>,
  { _id: false },
)
