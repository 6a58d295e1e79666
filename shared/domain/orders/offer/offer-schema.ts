import { Schema } from 'mongoose'
import { type LateOfferOption, lateOfferOptions } from '../../../contracts/late-offer.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** What the customer of a late order chose. A refund that was chosen stays chosen. */
export type LateOfferChoice = { choice: LateOfferOption; at: Date }

export const lateOfferSchema = new Schema<LateOfferChoice>(
  {
    choice: { type: String, enum: lateOfferOptions, required: true },
    at: { type: Date, required: true },
  } satisfies SchemaFields<LateOfferChoice>,
  { _id: false },
)
