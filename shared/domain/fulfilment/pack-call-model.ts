import { model, Schema } from 'mongoose'
import type { FieldsOf } from '../../platform/fields-of.ts'

export const packOutcomes = [
  'delivered',
  'accepted',
  'refused',
  'refused_for_now',
  'returned',
  'not_reached',
  'unknown',
] as const
export type PackOutcome = (typeof packOutcomes)[number]

/**
 * What became of a pack at a supplier, one document for each, for two days: what the account's figures are counted
 * from. Never evidence: that stands in the order.
 */
export interface IPackCall {
  /** The unit's `ref`. */
  _id: string
  account: string
  /** When the supplier last said something about it. */
  at: Date
  outcome: PackOutcome
  /** The supplier's code of a refusal, or empty. */
  code: string
  /** From sending to delivery; null for anything else. */
  tookS: number | null
  /** When it was bought; absent where it was not, or was given back. */
  spentAt?: Date
  /** Its price in ten-thousandths of the supplier's unit; null where it is not known. */
  cost: number | null
  /** The order's: what is older is not written over what is newer. */
  revision: number
}

const callSchema = new Schema<IPackCall>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    at: { type: Date, required: true },
    outcome: { type: String, enum: packOutcomes, required: true },
    code: { type: String, default: '' },
    tookS: { type: Number, default: null },
    spentAt: Date,
    cost: { type: Number, default: null },
    revision: { type: Number, required: true },
  } satisfies FieldsOf<IPackCall>,
  { collection: 'supplier_calls', strict: 'throw', versionKey: false },
)

/** All that is counted of the last day, and of what was spent: no document is read. */
export const packCallIndexes = { outcomes: 'outcomes', spent: 'spent' } as const
const keptS = 48 * 3_600
export const callsKeptMs = keptS * 1_000

callSchema.index({ account: 1, at: 1, outcome: 1, code: 1, tookS: 1 }, { name: packCallIndexes.outcomes })
callSchema.index(
  { account: 1, spentAt: 1, cost: 1 },
  { name: packCallIndexes.spent, partialFilterExpression: { spentAt: { $gt: new Date(0) } } },
)
callSchema.index({ at: 1 }, { expireAfterSeconds: keptS, name: 'forgotten' })

export const PackCallModel = model<IPackCall>('PackCall', callSchema)
