import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

export const purchaseOutcomes = [
  'delivered',
  'accepted',
  'rejected',
  'deferred',
  'returned',
  'unavailable',
  'unknown',
] as const
export type PurchaseOutcome = (typeof purchaseOutcomes)[number]

/**
 * What became of a pack at a supplier, one document for each, for two days: what the account's figures are counted
 * from. Never evidence: that stands in the order.
 */
export interface ILoggedPurchase {
  /** The unit's `ref`. */
  _id: string
  account: string
  /** When the supplier last said something about it. */
  at: Date
  outcome: PurchaseOutcome
  /** The supplier's code of a refusal, or empty. */
  code: string
  /** From sending to delivery; null for anything else. */
  durationSeconds: number | null
  /** When it was bought; absent where it was not, or was given back. */
  purchasedAt?: Date
  /** Its price in ten-thousandths of the supplier's unit; null where it is not known. */
  cost: number | null
  /** The order's: what is older is not written over what is newer. */
  revision: number
}

const purchaseSchema = new Schema<ILoggedPurchase>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    at: { type: Date, required: true },
    outcome: { type: String, enum: purchaseOutcomes, required: true },
    code: { type: String, default: '' },
    durationSeconds: { type: Number, default: null },
    purchasedAt: Date,
    cost: { type: Number, default: null },
    revision: { type: Number, required: true },
  } satisfies SchemaFields<ILoggedPurchase>,
  { collection: 'purchase_log', strict: 'throw', versionKey: false },
)

/** All that is counted of the last day, and of what was spent: no document is read. */
export const purchaseLogIndexes = { outcomes: 'outcomes', spent: 'spent' } as const
const retentionS = 48 * 3_600
export const logRetentionMs = retentionS * 1_000

purchaseSchema.index(
  { account: 1, at: 1, outcome: 1, code: 1, durationSeconds: 1 },
  { name: purchaseLogIndexes.outcomes },
)
purchaseSchema.index(
  { account: 1, purchasedAt: 1, cost: 1 },
  { name: purchaseLogIndexes.spent, partialFilterExpression: { purchasedAt: { $gt: new Date(0) } } },
)
purchaseSchema.index({ at: 1 }, { expireAfterSeconds: retentionS, name: 'forgotten' })

export const PurchaseLogModel = model<ILoggedPurchase>('PurchaseLog', purchaseSchema)
