import { model, Schema, type Types } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { appendOnly } from '../audit/index.ts'

/** An admin's note about a customer, visible to admins only. A correction is another note. */
export interface ICustomerNote {
  /** `CN…`, the idempotency key of the request. */
  _id: string
  userId: Types.ObjectId
  /** The admin's `_id` in hex and name. */
  by: { userId: string; name: string }
  text: string
  at: Date
}

const text = { type: String, required: true }

const noteSchema = new Schema<ICustomerNote>(
  {
    _id: text,
    userId: { type: Schema.Types.ObjectId, required: true },
    by: { type: { userId: text, name: text }, _id: false, required: true },
    text,
    at: { type: Date, required: true },
  } satisfies SchemaFields<ICustomerNote>,
  { collection: 'customer_notes', strict: 'throw', versionKey: false },
)
noteSchema.index({ userId: 1, at: -1, _id: -1 }, { name: 'of_customer' })
appendOnly(noteSchema, 'notes about customers')

export const CustomerNoteModel = model<ICustomerNote>('CustomerNote', noteSchema)
