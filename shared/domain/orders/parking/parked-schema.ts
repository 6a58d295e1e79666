import { Schema } from 'mongoose'
import type { SchemaFields } from '../../../platform/fields-of.ts'
import type { Hold } from '../../incidents/index.ts'

export const holdSchema = new Schema<Hold>(
  {
    incident: { type: String, required: true },
    at: { type: Date, required: true },
    releasedAt: { type: Date, default: null },
  } satisfies SchemaFields<Hold>,
  { _id: false },
)
