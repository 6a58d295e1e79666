import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { appendOnly } from './append-only.ts'

/** Marks a row that is not sealed yet. Written in the row's transaction, deleted in that of its seal. */
export interface IUnsealedRow {
  /** The row's `_id`. */
  _id: string
  at: Date
}

/** One entry of the chain; never changed. */
export interface IAuditSeal {
  /** Its position, from 1, without gaps. */
  _id: number
  rowId: string
  /** Hash of the row's content; empty if the row no longer existed when it was sealed. */
  rowHash: string
  /** The hash of the previous entry; empty for the first. */
  previousHash: string
  /** Hash of all fields above. */
  hash: string
  /** When it was sealed. */
  at: Date
}

const text = { type: String, required: true }
const time = { type: Date, required: true }

const unsealedSchema = new Schema<IUnsealedRow>(
  { _id: text, at: time } satisfies SchemaFields<IUnsealedRow>,
  {
    collection: 'audit_unsealed',
    strict: 'throw',
    versionKey: false,
  },
)
unsealedSchema.index({ at: 1, _id: 1 }, { name: 'oldest' })

export const UnsealedRowModel = model<IUnsealedRow>('UnsealedRow', unsealedSchema)

const sealSchema = new Schema<IAuditSeal>(
  {
    _id: { type: Number, required: true },
    rowId: text,
    rowHash: { type: String, default: '' },
    previousHash: { type: String, default: '' },
    hash: text,
    at: time,
  } satisfies SchemaFields<IAuditSeal>,
  { collection: 'audit_seals', strict: 'throw', versionKey: false },
)
sealSchema.index({ rowId: 1 }, { name: 'row' })
appendOnly(sealSchema, 'rows of the audit log')

export const AuditSealModel = model<IAuditSeal>('AuditSeal', sealSchema)
