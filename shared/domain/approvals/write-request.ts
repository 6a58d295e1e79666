import { type ClientSession, Types } from 'mongoose'
import type { StaffRole } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { UserModel } from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import {
  ApprovalRequestModel,
  type IApprovalRequest,
  isOpenAt,
  type RequestedRefund,
} from './request-model.ts'

type NewRequest = Pick<IApprovalRequest, '_id' | 'kind' | 'amountPaise' | 'reason'> & {
  staffRole?: StaffRole
  refund?: RequestedRefund
  ownerChange?: NonNullable<IApprovalRequest['ownerChange']>
  invited?: NonNullable<IApprovalRequest['invited']>
  /** The `_id` of the user concerned, in hex. */
  userId: string
  at: Date
  /** The `_id` of a request that this one replaces. */
  insteadOf?: string | undefined
}

/**
 * Creates a request in the caller's transaction. A refund request is a staff action on its order, and the row of an
 * erasure has no text, so that the caller writes their audit rows; for the other kinds it is written here.
 * @throws AppError `account_erased`; a duplicate-key error (see `isDuplicateKey`) when it was created before
 */
export async function createApprovalRequest(
  tx: ClientSession,
  admin: Actor,
  input: NewRequest,
): Promise<void> {
  const { _id, kind, amountPaise, staffRole, refund, invited, ownerChange, reason, userId, at } = input
  await refuseErased(tx, input)
  const askedBy = { userId: admin.userId, name: admin.name }
  const request = {
    _id,
    kind,
    userId: new Types.ObjectId(userId),
    amountPaise,
    reason,
    staffRole: staffRole ?? null,
    refund: refund ?? null,
    ...(invited && { invited }),
    ...(ownerChange && { ownerChange }),
  }
  if (input.insteadOf) {
    const decided = { ...askedBy, at, reason: 'Asked for anew' }
    await ApprovalRequestModel.updateOne(
      { _id: input.insteadOf, state: 'pending' },
      { $set: { state: 'withdrawn', decided } },
      { session: tx },
    )
  }
  await ApprovalRequestModel.insertMany(
    [{ ...request, state: 'pending', askedBy, askedAt: at, decided: null }],
    { session: tx },
  )
  if (kind === 'refund' || kind === 'erasure') return
  await writeAudit(tx, admin, {
    at,
    action: `${kind}.request`,
    target: auditTarget.user(userId),
    reason,
    ...auditFacts(input),
  })
}

/** Late money of an erased account is refunded to its wallet, paid out and deducted; nothing else is asked about it. */
async function refuseErased(tx: ClientSession, { kind, userId, amountPaise }: NewRequest): Promise<void> {
  if (kind === 'refund' || amountPaise < 0) return
  const user = await UserModel.findById(userId, { erasedAt: 1 }, { session: tx }).lean()
  if (user?.erasedAt) throw new AppError('account_erased')
}

function auditFacts({ _id, kind, amountPaise, staffRole, invited, ownerChange }: NewRequest) {
  if (kind === 'balance') return { before: {}, after: { txnid: _id, amountPaise } }
  if (ownerChange) return { before: { ...ownerChange.previous }, after: { ...ownerChange.change } }
  return { before: {}, after: { ...invited, role: 'admin', staffRole: staffRole ?? 'owner' } }
}

type RequestOutcome = { state: 'approved' | 'rejected' | 'withdrawn'; by: Actor; at: Date; reason?: string }

/**
 * Closes a request in the caller's transaction. The first decision wins; an expired request cannot be decided.
 * @throws AppError `approval_closed`, `approval_expired`
 */
export async function closeApprovalRequest(
  tx: ClientSession,
  { _id }: Pick<IApprovalRequest, '_id'>,
  { state, by, at, reason = '' }: RequestOutcome,
): Promise<void> {
  const decided = { userId: by.userId, name: by.name, at, reason }
  const { modifiedCount } = await ApprovalRequestModel.updateOne(
    { _id, ...isOpenAt(at) },
    { $set: { state, decided } },
    { session: tx },
  )
  if (modifiedCount > 0) return
  const isPending = await ApprovalRequestModel.exists({ _id, state: 'pending' }).session(tx)
  throw new AppError(isPending ? 'approval_expired' : 'approval_closed')
}
