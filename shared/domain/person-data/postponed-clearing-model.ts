import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

export const clearedCollections = ['orders', 'wallet_transactions'] as const
export type ClearedCollection = (typeof clearedCollections)[number]

/** An order or wallet transaction that was old enough to be cleared while something about it was open. */
export interface IPostponedClearing {
  /** Its id. */
  _id: string
  of: ClearedCollection
  since: Date
}

const postponedClearingSchema = new Schema<IPostponedClearing>(
  {
    _id: { type: String, required: true },
    of: { type: String, enum: clearedCollections, required: true },
    since: { type: Date, required: true },
  } satisfies SchemaFields<IPostponedClearing>,
  { collection: 'postponed_clearings', strict: 'throw', versionKey: false },
)
postponedClearingSchema.index({ of: 1, _id: 1 }, { name: 'of' })

export const PostponedClearingModel = model<IPostponedClearing>('PostponedClearing', postponedClearingSchema)
