import { Schema } from 'mongoose'
import { type OfferChoice, offerChoices } from '../../../contracts/order-offer.ts'
import type { FieldsOf } from '../../../platform/fields-of.ts'

/** What the customer of a late order chose. A refund that was chosen stays chosen. */
export type OfferChosen = { choice: OfferChoice; at: Date }

export const offerSchema = new Schema<OfferChosen>(
  {
    choice: { type: String, enum: offerChoices, required: true },
    at: { type: Date, required: true },
  } satisfies FieldsOf<OfferChosen>,
  { _id: false },
)
