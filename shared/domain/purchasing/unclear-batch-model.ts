import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** A purchase of a batch, with its unit's cost when the batch was settled: decimal text, '' when unknown. */
export type BatchPurchase = {
  orderId: string
  /** The unit's index in its order, and its attempt. */
  index: number
  attempt: number
  supplierItemId: string
  cost: string
}

/**
 * Purchases between two readings of an account that the difference does not determine: the basis of a person's
 * decision. Their results are stored only in their orders.
 */
export interface IUnclearBatch {
  /** `SMILEBR-17`: the account and its batch. */
  _id: string
  account: string
  batch: number
  before: string
  after: string
  readAt: Date
  /** Certainly delivered: the supplier gave their order ids. */
  certain: BatchPurchase[]
  unclear: BatchPurchase[]
  /** Whether all costs are proven, and the account is used by us only: without both nothing is concluded. */
  isProven: boolean
  isReconciled: boolean
  /** Whether a purchase still waits for a decision. */
  isOpen: boolean
  /** Incremented by each decision, so that of two concurrent, incompatible ones one is refused. */
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
