import { model, Schema, type Types } from 'mongoose'
import { requestMs } from '../../contracts/approval-requests.ts'
import type { OwnerChange } from '../../contracts/owner-change.ts'
import { type StaffRole, staffRoles } from '../../contracts/permissions.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** A refund that was asked for, as the order stood then. */
export type RefundAsked = {
  orderid: string
  /** What it is of, as the asker saw it. */
  itemname: string
  version: number
  /** The pack that it is about, and the attempt that was seen; '' and 0 where the whole order goes back. */
  unit: string
  attempt: number
  /** The asker knows that the customer has opened what was delivered. */
  codeRevealed: boolean
  /** It answers a report, which must still be open. */
  resolvesTicket: boolean
  /** An owner asks for it against the readings of the balance. */
  override?: boolean | undefined
  /** How far its packs were, see `unitsDigest`; '' in a request of before, to which nobody can agree. */
  units: string
  /** So many messages its customer had written about it; none in a request of before. */
  messageCount: number
}

/** Who decided, when, and the reason of a refusal. */
export type RequestDecided = { userId: string; name: string; at: Date; reason: string }

export const requestStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const

/** What one admin asked for and another one answers. Nothing has happened before. */
export interface IApprovalRequest {
  /** Of a request for money: the id of the wallet's line that it becomes, `JW…`. Else `RA` or `RR` and random. */
  _id: string
  kind: 'balance' | 'staff_role' | 'owner' | 'refund'
  /** Whom it is about; of a refund, its customer. */
  userId: Types.ObjectId
  /** What somebody is to become in the back office; null where that is not asked for, and an owner of a request of before. */
  staffRole: StaffRole | null
  /** Negative takes away; 0 where no money is asked for. */
  amountPaise: number
  reason: string
  /** Null for every other kind. */
  refund: RefundAsked | null
  /** Of `owner`: what changes, and the same fields before it. */
  ownerChange?: { change: OwnerChange; previous: OwnerChange }
  /** Of somebody without an account, who is invited once it is agreed to: `userId` is what theirs will be. */
  invited?: { name: string; email: string }
  state: (typeof requestStates)[number]
  /** An admin's `_id` in hex and name. */
  askedBy: { userId: string; name: string }
  askedAt: Date
  /** Null while it waits, and for one that was decided before this was kept. */
  decided: RequestDecided | null
}

const text = { type: String, required: true }
const words = { type: String, default: '' }

const ownerFields = new Schema<OwnerChange>(
  {
    mobilenumber: String,
    email: String,
    role: String,
    staffRole: String,
    verified: Boolean,
    isBlocked: Boolean,
  } satisfies SchemaFields<OwnerChange>,
  { _id: false },
)

const approvalRequestSchema = new Schema<IApprovalRequest>(
  {
    _id: text,
    kind: { ...text, enum: ['balance', 'staff_role', 'owner', 'refund'] },
    userId: { type: Schema.Types.ObjectId, required: true },
    staffRole: { type: String, enum: [...staffRoles, null], default: null },
    amountPaise: { type: Number, required: true },
    reason: words,
    refund: {
      type: new Schema<RefundAsked>(
        {
          orderid: text,
          itemname: words,
          version: { type: Number, required: true },
          unit: words,
          attempt: { type: Number, default: 0 },
          codeRevealed: { type: Boolean, default: false },
          resolvesTicket: { type: Boolean, default: false },
          override: Boolean,
          units: words,
          messageCount: { type: Number, default: 0 },
        } satisfies SchemaFields<RefundAsked>,
        { _id: false },
      ),
      default: null,
    },
    ownerChange: {
      type: new Schema(
        {
          change: { type: ownerFields, required: true },
          previous: { type: ownerFields, required: true },
        },
        { _id: false },
      ),
    },
    invited: { type: new Schema({ name: text, email: text }, { _id: false }) },
    state: { ...text, enum: requestStates },
    askedBy: { type: { userId: text, name: text }, _id: false, required: true },
    askedAt: { type: Date, required: true },
    decided: {
      type: new Schema<RequestDecided>(
        { userId: text, name: text, at: { type: Date, required: true }, reason: words },
        { _id: false },
      ),
      default: null,
    },
  } satisfies SchemaFields<IApprovalRequest>,
  { collection: 'approval_requests', strict: 'throw', versionKey: false },
)
approvalRequestSchema.index(
  { askedAt: 1 },
  { name: 'pending', partialFilterExpression: { state: 'pending' } },
)
approvalRequestSchema.index(
  { 'decided.at': -1 },
  { name: 'decided', partialFilterExpression: { 'decided.at': { $gt: new Date(0) } } },
)

export const ApprovalRequestModel = model<IApprovalRequest>('ApprovalRequest', approvalRequestSchema)

/** Those that can still be decided: an old one is over without a write. */
export const isOpenAt = (now: Date) => ({
  state: 'pending' as const,
  askedAt: { $gt: new Date(now.getTime() - requestMs) },
})
