import { Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/** A completion that is held: whose it is, the reason it was given, and what was handed over, by its labels. */
export type PendingCompletion = {
  adminId: string
  name: string
  at: Date
  until: Date
  reason: string
  labels: string[]
}

export const pendingCompletionSchema = new Schema<PendingCompletion>(
  {
    adminId: { type: String, required: true },
    name: { type: String, required: true },
    at: { type: Date, required: true },
    until: { type: Date, required: true },
    reason: { type: String, default: '' },
    labels: { type: [String], default: [] },
  } satisfies SchemaFields<PendingCompletion>,
  { _id: false },
)
