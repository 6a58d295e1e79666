import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** What vendors did after the restored moment, as the operator last had it listed. */
export type RestorationReview = {
  at: Date
  /** Money that the gateways captured and that is unknown here. */
  unknownPaise: number
  unknownPayments: number
  /** Purchases that suppliers took and that are unknown here. */
  unknownPurchases: number
  /** What could not be found out, each as part of a sentence. Empty: the review is complete. */
  missing: string[]
}

/**
 * The restoration that this database came from. Written before anything else is, and never part of a backup. While
 * `openedAt` is null the shop is quiet: nothing is bought, sent or polled.
 */
export interface IRestoration {
  _id: typeof restorationId
  backup: string
  /** The database has all that was written before this moment, and nothing of later. */
  restoredTo: Date
  startedAt: Date
  /** Null: the restoration was interrupted, and the database is incomplete. */
  completedAt: Date | null
  review: RestorationReview | null
  openedAt: Date | null
  openedBy: string
}

/** A database has been restored once: restoring again takes an empty one. */
export const restorationId = 'shop'

const reviewSchema = new Schema<RestorationReview>(
  {
    at: { type: Date, required: true },
    unknownPaise: { type: Number, required: true },
    unknownPayments: { type: Number, required: true },
    unknownPurchases: { type: Number, required: true },
    missing: { type: [String], required: true },
  } satisfies SchemaFields<RestorationReview>,
  { _id: false },
)

const restorationSchema = new Schema<IRestoration>(
  {
    _id: { type: String, required: true },
    backup: { type: String, required: true },
    restoredTo: { type: Date, required: true },
    startedAt: { type: Date, required: true },
    completedAt: { type: Date, default: null },
    review: { type: reviewSchema, default: null },
    openedAt: { type: Date, default: null },
    openedBy: { type: String, default: '' },
  } satisfies SchemaFields<IRestoration>,
  { collection: 'restorations', strict: 'throw', versionKey: false },
)

export const RestorationModel = model<IRestoration>('Restoration', restorationSchema)
