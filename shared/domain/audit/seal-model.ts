import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { appendOnly } from './append-only.ts'

/** A row that is written and not sealed yet: made in the row's transaction, and gone with the one that seals it. */
export interface IUnsealedRow {
  /** The row's. */
  _id: string
  at: Date
}

/** One link of the chain. Made once, never changed. */
export interface IAuditSeal {
  /** Its place, from 1, without a gap. */
  _id: number
  rowId: string
  /** Of the row's content; empty: the row was gone before it could be sealed. */
  rowHash: string
  /** The hash of the link before, empty for the first. */
  previousHash: string
  /** Of all the above. */
  hash: string
  /** When it was sealed. */
  at: Date
}

const text = { type: String, required: true }
const when = { type: Date, required: true }

const waitingSchema = new Schema<IUnsealedRow>({ _id: text, at: when } satisfies SchemaFields<IUnsealedRow>, {
  collection: 'audit_unsealed',
  strict: 'throw',
  versionKey: false,
})
waitingSchema.index({ at: 1, _id: 1 }, { name: 'oldest' })

export const UnsealedRowModel = model<IUnsealedRow>('UnsealedRow', waitingSchema)

const sealSchema = new Schema<IAuditSeal>(
  {
    _id: { type: Number, required: true },
    rowId: text,
    rowHash: { type: String, default: '' },
    previousHash: { type: String, default: '' },
    hash: text,
    at: when,
  } satisfies SchemaFields<IAuditSeal>,
  { collection: 'audit_seals', strict: 'throw', versionKey: false },
)
sealSchema.index({ rowId: 1 }, { name: 'row' })
appendOnly(sealSchema, 'rows of the audit log')

export const AuditSealModel = model<IAuditSeal>('AuditSeal', sealSchema)
