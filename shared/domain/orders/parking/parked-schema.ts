import { Schema } from 'mongoose'
import type { FieldsOf } from '../../../platform/fields-of.ts'
import type { Parked } from '../../incidents/index.ts'

export const parkedSchema = new Schema<Parked>(
  {
    incident: { type: String, required: true },
    at: { type: Date, required: true },
    outAt: { type: Date, default: null },
  } satisfies FieldsOf<Parked>,
  { _id: false },
)
