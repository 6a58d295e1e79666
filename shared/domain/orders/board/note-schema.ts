import { Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** What an admin wrote down about an order for the others. Customers are not shown it. */
export type OrderNote = {
  /** `ON…`, the same in every try of one request; empty in notes of before. */
  id: string
  at: Date
  /** The admin's id, and their name as it was then. */
  by: string
  name: string
  text: string
}

const required = { type: String, required: true } as const

export const noteSchema = new Schema<OrderNote>(
  {
    id: { type: String, default: '' },
    at: { type: Date, required: true },
    ...{ by: required, name: required, text: required },
  } satisfies SchemaFields<OrderNote>,
  { _id: false },
)
