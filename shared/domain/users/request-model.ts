import { model, Schema, type Types } from 'mongoose'
import { requestMs } from '../../contracts/admin-requests.ts'
import { type OfficeRole, officeRoles } from '../../contracts/permissions.ts'
import type { FieldsOf } from '../../platform/fields-of.ts'

/** What one admin asked for and another one answers. Nothing has happened before. */
export interface IAdminRequest {
  /** Of a request for money: the id of the wallet's line that it becomes, `JW…`. Else `RA` and random. */
  _id: string
  kind: 'balance' | 'admin'
  userId: Types.ObjectId
  /** What somebody is to become in the back office; null where that is not asked for, and an owner of a request of before. */
  officeRole: OfficeRole | null
  /** Negative takes away; 0 where no money is asked for. */
  amountPaise: number
  reason: string
  state: 'waiting' | 'approved' | 'refused'
  /** An admin's `_id` in hex and name. */
  askedBy: { userId: string; name: string }
  askedAt: Date
}

const text = { type: String, required: true }

const adminRequestSchema = new Schema<IAdminRequest>(
  {
    _id: text,
    kind: { ...text, enum: ['balance', 'admin'] },
    userId: { type: Schema.Types.ObjectId, required: true },
    officeRole: { type: String, enum: [...officeRoles, null], default: null },
    amountPaise: { type: Number, required: true },
    reason: { type: String, default: '' },
    state: { ...text, enum: ['waiting', 'approved', 'refused'] },
    askedBy: { type: { userId: text, name: text }, _id: false, required: true },
    askedAt: { type: Date, required: true },
  } satisfies FieldsOf<IAdminRequest>,
  { collection: 'admin_requests', strict: 'throw', versionKey: false },
)
adminRequestSchema.index({ askedAt: 1 }, { name: 'waiting', partialFilterExpression: { state: 'waiting' } })

export const AdminRequestModel = model<IAdminRequest>('AdminRequest', adminRequestSchema)

/** Those that can still be answered: an old one is over without a write. */
export const openAt = (now: Date) => ({
  state: 'waiting' as const,
  askedAt: { $gt: new Date(now.getTime() - requestMs) },
})
