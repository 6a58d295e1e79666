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
 * The result of a unit at a supplier, kept for two days for the account's statistics. Never evidence: that is in the
 * order.
 */
export interface ILoggedPurchase {
  /** The unit's `ref`. */
  _id: string
  account: string
  /** When the supplier last answered about it. */
  at: Date
  outcome: PurchaseOutcome
  /** The supplier's rejection code, or empty. */
  code: string
  /** From sending to delivery; null otherwise. */
  durationSeconds: number | null
  /** When it was bought; absent when it was not, or was returned. */
  purchasedAt?: Date
  /** Its cost in ten-thousandths of the supplier's currency; null when unknown. */
  cost: number | null
  /** The order's revision: an older one does not overwrite a newer one. */
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

/** Cover the queries of the last day's outcomes and spending, so that no document is read. */
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
