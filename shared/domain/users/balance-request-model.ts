import { model, Schema, type Types } from 'mongoose'
import type { FieldsOf } from '../../platform/fields-of.ts'

/** A change of a wallet that one admin asked for and another one answers. Nothing has moved before. */
export interface IBalanceRequest {
  /** Of the wallet's line that it becomes: `JW…`. */
  _id: string
  userId: Types.ObjectId
  /** Negative takes away. */
  amountPaise: number
  reason: string
  state: 'waiting' | 'approved' | 'refused'
  /** An admin's `_id` in hex and name. */
  askedBy: { userId: string; name: string }
  askedAt: Date
}

const text = { type: String, required: true }

const balanceRequestSchema = new Schema<IBalanceRequest>(
  {
    _id: text,
    userId: { type: Schema.Types.ObjectId, required: true },
    amountPaise: { type: Number, required: true },
    reason: { type: String, default: '' },
    state: { ...text, enum: ['waiting', 'approved', 'refused'] },
    askedBy: { type: { userId: text, name: text }, _id: false, required: true },
    askedAt: { type: Date, required: true },
  } satisfies FieldsOf<IBalanceRequest>,
  { collection: 'balance_requests', strict: 'throw', versionKey: false },
)
balanceRequestSchema.index({ askedAt: 1 }, { name: 'waiting', partialFilterExpression: { state: 'waiting' } })

export const BalanceRequestModel = model<IBalanceRequest>('BalanceRequest', balanceRequestSchema)
