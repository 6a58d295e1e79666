import type { ClientSession } from 'mongoose'
import { type OwnerChange, ownerChangeText } from '../../contracts/owner-change.ts'
import { staffRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type IUser, type NewNotification, notifyOwners, UserModel } from '../accounts/index.ts'
import { closeApprovalRequest, type IApprovalRequest } from '../approvals/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import {
  createContactNotification,
  isUnchanged,
  previousValues,
  stayOwner,
  swapNames,
  withoutUnverified,
  writeAdjustment,
  writeUser,
} from '../customers/index.ts'
import type { UpdatedWallets } from '../wallet/index.ts'

/** A request and its decision. `user`: the account concerned; `reason`: the approver's. */
export type DecidedRequest = { request: IApprovalRequest; user: IUser; reason: string; at: Date }

/** The effects of an approval to publish after the commit. */
export type ApprovalResult = { updatedWallets: UpdatedWallets; user: IUser; notifications: NewNotification[] }

/** Closes the request as approved and makes the requested change, in the caller's transaction. */
export async function executeApproval(
  tx: ClientSession,
  admin: Actor,
  decided: DecidedRequest,
): Promise<ApprovalResult> {
  const { request, user, at } = decided
  await closeAsApproved(tx, admin, decided)
  const reason = [request.reason, `asked by ${request.askedBy.name}`].filter(Boolean).join(', ')
  if (request.kind === 'staff_role') return grantStaffRole(tx, admin, { ...decided, reason })
  if (request.ownerChange) return changeOwner(tx, admin, { ...decided, reason })
  const { _id: txnid, amountPaise } = request
  const adjustment = { txnid, user, amountPaise, reason, action: 'balance.approve', at } as const
  return { updatedWallets: await writeAdjustment(tx, admin, adjustment), user, notifications: [] }
}

/**
 * Closes a request as approved. The requester must still be an unblocked staff member.
 * @throws AppError `approval_closed`, `approval_expired`
 */
export async function closeAsApproved(
  tx: ClientSession,
  admin: Actor,
  decided: Pick<DecidedRequest, 'request' | 'at'>,
): Promise<void> {
  const { request, at } = decided
  await closeApprovalRequest(tx, request, { state: 'approved', by: admin, at })
  if (isForOwners(request)) return requireRequestingOwner(tx, request, at)
  const requester = await UserModel.findById(request.askedBy.userId, null, {
    session: tx,
  }).lean<IUser | null>()
  if (requester && !requester.isBlocked && staffRoleOf(requester)) return
  const message = `${request.askedBy.name} is no longer a staff member. Nothing was changed. Another admin must request it.`
  throw new AppError('approval_closed', { message })
}

/** Whether a request makes an owner or changes an owner's account. */
export const isForOwners = ({ kind, staffRole }: Pick<IApprovalRequest, 'kind' | 'staffRole'>): boolean =>
  kind === 'owner' || (kind === 'staff_role' && (staffRole ?? 'owner') === 'owner')

async function requireRequestingOwner(
  tx: ClientSession,
  { askedBy }: IApprovalRequest,
  at: Date,
): Promise<void> {
  try {
    await stayOwner(tx, askedBy.userId, at)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const message = `${askedBy.name} is no longer an owner. Nothing was changed. Another admin must request it.`
    throw new AppError('approval_closed', { message, cause })
  }
}

async function grantStaffRole(
  tx: ClientSession,
  admin: Actor,
  decided: DecidedRequest,
): Promise<ApprovalResult> {
  const { request, reason, at } = decided
  const user = await readUser(tx, request)
  const granted = { role: 'admin', staffRole: request.staffRole ?? 'owner' } as const
  const change = { ...granted, ...withoutUnverified(user, granted) }
  // The user has become an owner since. A role request must never remove an owner.
  if (staffRoleOf(user) === 'owner' && change.staffRole !== 'owner') throw new AppError('approval_closed')
  const isNew = user.role !== 'admin' || staffRoleOf(user) !== change.staffRole
  if (isNew) {
    await swapNames(tx, user, change)
    await writeUser(tx, user, { change, now: at })
  }
  await writeAudit(tx, admin, {
    at,
    action: 'staff_role.approve',
    target: auditTarget.user(String(user._id)),
    reason,
    before: previousValues(user, change),
    after: change,
  })
  const notifications =
    isNew && change.staffRole === 'owner'
      ? await notifyOfApproval(tx, admin, { request, user, change: granted, at })
      : []
  return { updatedWallets: new Map(), user, notifications }
}

/** @throws AppError `approval_closed` when the account has changed since the request */
async function changeOwner(
  tx: ClientSession,
  admin: Actor,
  decided: DecidedRequest,
): Promise<ApprovalResult> {
  const { request, reason, at } = decided
  const before = await readUser(tx, request)
  const { change, previous } = request.ownerChange ?? {}
  if (!change || !previous || !isUnchanged(before, previous)) {
    const message = 'The account changed after this request. Nothing was changed. Request it again.'
    throw new AppError('approval_closed', { message })
  }
  await swapNames(tx, before, change)
  const user = await writeUser(tx, before, { change, now: at })
  await writeAudit(tx, admin, {
    at,
    action: 'owner.approve',
    target: auditTarget.user(String(user._id)),
    reason,
    before: previous,
    after: change,
  })
  const notifications = [
    ...(await createContactNotification(tx, { user, change, now: at })),
    ...(await notifyOfApproval(tx, admin, { request, user: before, change, at })),
  ]
  return { updatedWallets: new Map(), user, notifications }
}

async function readUser(tx: ClientSession, { userId }: IApprovalRequest): Promise<IUser> {
  const user = await UserModel.findById(userId, null, { session: tx }).lean<IUser | null>()
  if (!user) throw new AppError('not_found')
  return user
}

type ApprovedChange = {
  request: IApprovalRequest
  user: Pick<IUser, '_id' | 'name'>
  change: OwnerChange
  at: Date
}

/** Notifies the owners that a change of an owner's account was made. */
function notifyOfApproval(
  tx: ClientSession,
  admin: Actor,
  { request, user, change, at }: ApprovedChange,
): Promise<NewNotification[]> {
  const text = ownerChangeText(user.name, change)
  return notifyOwners(tx, { by: approversText(request, admin), text, userId: String(user._id), at })
}

/** The people behind an approved change, as text: only the requester if no owner stopped it for 72 hours. */
export const approversText = ({ askedBy }: IApprovalRequest, admin: Actor): string =>
  askedBy.userId === admin.userId
    ? `After 72 hours, ${askedBy.name}`
    : `${askedBy.name}, with the approval of ${admin.name},`
