import { model, Schema } from 'mongoose'
import { auditActions } from '../../contracts/audit.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { appendOnly } from './append-only.ts'

/** Facts about a target, by field name. Amounts are in paise, and their field names say so. */
export type AuditFacts = Record<string, string | number | boolean>

/** Texts of a row that describe a person, encrypted under a key that follows from the person's and the row's id. */
export type SealedTexts = { userId: string; text: string }

/** A staff action, written in the transaction of the action and never changed. */
export interface IAuditRow {
  /** Random; for a view, derived so that it is recorded once. */
  _id: string
  at: Date
  /** The admin's `_id` in hex and name. */
  by: { userId: string; name: string }
  action: (typeof auditActions)[number]
  /** What it was done to: `user:` and its `_id` in hex, `order:` and its id, and so on. */
  target: string
  /** Only the changed fields, with their previous and their new values. */
  before: AuditFacts
  after: AuditFacts
  /** The reason that the admin gave, or empty. */
  reason: string
  /** The address of the admin's connection. */
  from: string
  /** The request's id; empty for a command at a terminal, absent in rows of earlier releases. */
  requestId: string
  /**
   * What describes a person; the fields above have `Erased` in its place. Absent in rows of earlier releases, which have
   * everything above.
   */
  sealed?: SealedTexts[]
}

const text = { type: String, required: true }
const optionalText = { type: String, default: '' }

const auditSchema = new Schema<IAuditRow>(
  {
    _id: text,
    at: { type: Date, required: true },
    by: { type: { userId: text, name: text }, _id: false, required: true },
    action: { ...text, enum: auditActions },
    target: text,
    before: { type: Schema.Types.Mixed, required: true },
    after: { type: Schema.Types.Mixed, required: true },
    reason: optionalText,
    from: optionalText,
    requestId: optionalText,
    sealed: { type: [new Schema<SealedTexts>({ userId: text, text }, { _id: false })], default: undefined },
  } satisfies SchemaFields<IAuditRow>,
  { collection: 'audit_log', strict: 'throw', versionKey: false, minimize: false },
)
auditSchema.index({ target: 1, at: -1, _id: -1, action: 1, 'by.userId': 1 }, { name: 'target_list' })
auditSchema.index({ at: -1, _id: -1 }, { name: 'latest' })
auditSchema.index({ 'by.userId': 1, at: -1, _id: -1, action: 1 }, { name: 'actor_list' })
auditSchema.index({ action: 1, at: -1, _id: -1 }, { name: 'action_latest' })
auditSchema.index({ requestId: 1, at: -1, _id: -1 }, { name: 'request_latest' })
appendOnly(auditSchema, 'rows of the audit log')

export const AuditModel = model<IAuditRow>('AuditRow', auditSchema)

export const auditTarget = {
  user: (userId: string) => `user:${userId}`,
  order: (orderid: string) => `order:${orderid}`,
  product: (productid: string) => `product:${productid}`,
  item: (itemid: number) => `item:${itemid}`,
  prices: (id: string) => `prices:${id}`,
  supplier: (account: string) => `supplier:${account}`,
  incident: (id: string) => `incident:${id}`,
  image: (id: string) => `image:${id}`,
  view: (id: string) => `view:${id}`,
  topUp: (txnid: string) => `topup:${txnid}`,
  task: (id: string) => `task:${id}`,
  shop: 'shop',
} as const
