import { model, Schema, type Types } from 'mongoose'
import { erasureRequestMs, requestMs } from '../../contracts/approval-requests.ts'
import type { OwnerChange } from '../../contracts/owner-change.ts'
import { type StaffRole, staffRoles } from '../../contracts/permissions.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** A requested refund, with the state of the order at that time. */
export type RequestedRefund = {
  orderid: string
  /** The item's name as shown to the requester. */
  itemname: string
  version: number
  /** The unit and its attempt as shown to the requester; '' and 0 for a refund of the whole order. */
  unit: string
  attempt: number
  /** The requester has confirmed that the customer has seen the delivered code. */
  codeRevealed: boolean
  /** It resolves a ticket, which must still be open. */
  resolvesTicket: boolean
  /** An owner requests it although the balance readings indicate a delivery. */
  override?: boolean | undefined
  /** The state of its units, see `unitsDigest`; '' in a request of an earlier release, which cannot be approved. */
  units: string
  /** Number of the customer's messages about the order at that time; 0 in a request of an earlier release. */
  messageCount: number
}

/** The admin, time and, of a rejection, reason of a decision. */
export type RecordedDecision = { userId: string; name: string; at: Date; reason: string }

export const requestStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const

/** A change that one admin requests and another one decides. Nothing is changed before. */
export interface IApprovalRequest {
  /**
   * Of a request for money: the id of the later wallet transaction, `JW…`. Otherwise `RA`, `RO`, `RR` or `RE` and random
   * characters.
   */
  _id: string
  kind: 'balance' | 'staff_role' | 'owner' | 'refund' | 'erasure'
  /** The user concerned; of a refund, the customer. */
  userId: Types.ObjectId
  /** The requested staff role; null for other kinds, and for an owner in requests of earlier releases. */
  staffRole: StaffRole | null
  /** In paise, negative to deduct; 0 for requests without money. */
  amountPaise: number
  reason: string
  /** Null for other kinds. */
  refund: RequestedRefund | null
  /** Of kind `owner`: the changed fields, and their previous values. */
  ownerChange?: { change: OwnerChange; previous: OwnerChange }
  /** Of an invited person without an account: `userId` is the `_id` of the future account. */
  invited?: { name: string; email: string }
  /** Of kind `erasure`, asked by the customer: the first of two staff members who confirm it. */
  confirmed?: { userId: string; name: string; at: Date }
  state: (typeof requestStates)[number]
  /** An admin's `_id` in hex and name. */
  askedBy: { userId: string; name: string }
  askedAt: Date
  /** Null while pending, and for requests decided before this field existed. */
  decided: RecordedDecision | null
}

const text = { type: String, required: true }
const optionalText = { type: String, default: '' }

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
    kind: { ...text, enum: ['balance', 'staff_role', 'owner', 'refund', 'erasure'] },
    userId: { type: Schema.Types.ObjectId, required: true },
    staffRole: { type: String, enum: [...staffRoles, null], default: null },
    amountPaise: { type: Number, required: true },
    reason: optionalText,
    refund: {
      type: new Schema<RequestedRefund>(
        {
          orderid: text,
          itemname: optionalText,
          version: { type: Number, required: true },
          unit: optionalText,
          attempt: { type: Number, default: 0 },
          codeRevealed: { type: Boolean, default: false },
          resolvesTicket: { type: Boolean, default: false },
          override: Boolean,
          units: optionalText,
          messageCount: { type: Number, default: 0 },
        } satisfies SchemaFields<RequestedRefund>,
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
    confirmed: { type: { userId: text, name: text, at: { type: Date, required: true } }, _id: false },
    state: { ...text, enum: requestStates },
    askedBy: { type: { userId: text, name: text }, _id: false, required: true },
    askedAt: { type: Date, required: true },
    decided: {
      type: new Schema<RecordedDecision>(
        { userId: text, name: text, at: { type: Date, required: true }, reason: optionalText },
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

/**
 * Requests that can still be decided; older ones have expired without a write. A person's request to be erased is valid
 * for longer, since it is their right.
 */
export const isOpenAt = (now: Date) => ({
  state: 'pending' as const,
  askedAt: { $gt: new Date(now.getTime() - erasureRequestMs) },
  $nor: [{ kind: { $ne: 'erasure' as const }, askedAt: { $lte: new Date(now.getTime() - requestMs) } }],
})
