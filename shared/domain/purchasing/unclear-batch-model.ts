import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** A purchase of a batch, with what its unit cost when the batch was closed: decimal text, '' if not known. */
export type BatchPurchase = {
  orderId: string
  /** The unit's place in its order, and its attempt. */
  index: number
  attempt: number
  supplierItemId: string
  cost: string
}

/**
 * Purchases between two readings of an account that the difference does not tell apart: what a person decides by. What
 * became of each stands in its order and nowhere else.
 */
export interface IUnclearBatch {
  /** `SMILEBR-17`: the account and its batch. */
  _id: string
  account: string
  batch: number
  before: string
  after: string
  readAt: Date
  /** Delivered for certain: their supplier named their orders. */
  certain: BatchPurchase[]
  unclear: BatchPurchase[]
  /** Whether all costs are proven, and the account is ours alone: without both nothing is concluded. */
  isProven: boolean
  isReconciled: boolean
  /** Whether a purchase still waits for an answer. */
  isOpen: boolean
  /** Rises with each answer: two that do not go together are not both taken. */
  version: number
}

const text = { type: String, required: true } as const
const perhaps = { type: String, default: '' } as const
const is = { type: Boolean, required: true } as const
const number = { type: Number, required: true } as const

const purchaseSchema = new Schema<BatchPurchase>(
  {
    orderId: text,
    index: number,
    attempt: number,
    supplierItemId: text,
    cost: perhaps,
  } satisfies SchemaFields<BatchPurchase>,
  { _id: false },
)

const batchSchema = new Schema<IUnclearBatch>(
  {
    _id: text,
    account: text,
    batch: number,
    before: perhaps,
    after: perhaps,
    readAt: { type: Date, required: true },
    certain: { type: [purchaseSchema], default: [] },
    unclear: { type: [purchaseSchema], default: [] },
    isProven: is,
    isReconciled: is,
    isOpen: is,
    version: { type: Number, default: 0 },
  } satisfies SchemaFields<IUnclearBatch>,
  { collection: 'unclear_batches', strict: 'throw', versionKey: false },
)
batchSchema.index({ readAt: 1 }, { name: 'open', partialFilterExpression: { isOpen: true } })
batchSchema.index({ 'unclear.orderId': 1 }, { name: 'of_order' })

export const UnclearBatchModel = model<IUnclearBatch>('UnclearBatch', batchSchema)
