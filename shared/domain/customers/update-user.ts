import type { ClientSession } from 'mongoose'
import { type OwnerChange, ownerChangeText } from '../../contracts/owner-change.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import type { AdminUser } from '../../contracts/users.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import {
  type Caller,
  consumeAccountProof,
  enqueueNotifications,
  hasTwoOwners,
  type IUser,
  type NewNotification,
  notifyOwners,
  publishRevoked,
  requirePermission,
  UserModel,
} from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { keepBlock } from '../erasure/index.ts'
import { walletBalancePaise } from '../wallet/index.ts'
import { createContactNotification } from './create-contact-notification.ts'
import { concernsOwner, requestOwnerChange, splitOwnerEdit } from './owner-change.ts'
import { hasOpenRoleRequest, requestStaffRole, roleNeedsApproval } from './request-staff-role.ts'
import { swapNames } from './swap-names.ts'
import {
  changedFields,
  changesContacts,
  type EditableUser,
  previousValues,
  refuseSelfLockout,
  requiredPermissions,
  requireVerified,
  revokesSessions,
  type UserForm,
  withoutUnverified,
} from './user-change.ts'
import { userView } from './user-view.ts'
import { writeUser } from './write-user.ts'

export type UserReply = { message: string; user: AdminUser; status: 'done' | 'pending' }

export type UserEdit = UserForm & {
  _id: string
  userid: string
  /** The user's `updatedAt` as shown to the admin. */
  expectedVersion?: string | undefined
  reason?: string | undefined
}

/** `askedForProof`: the admin's own session, for clients that can ask for the password or a code again. */
type Editor = Actor & StaffMember & { proofFrom?: Caller | undefined }

/**
 * Changes a user, with an audit row. A user who is blocked or unverified, or gets another role or e-mail address, is
 * signed out everywhere. Where two accounts count as owners, a new admin and a change of an owner's account need a
 * second owner's approval.
 * @throws AppError `not_found`, `user_changed`, `email_taken`, `mobile_taken`, `own_account`,
 * `verified_email_required`, `forbidden`, `role_not_permitted`, `proof_required`
 */
export async function updateUser(
  deps: Pick<Deps, 'clock' | 'publisher' | 'queues'>,
  admin: Editor,
  edit: UserEdit,
): Promise<UserReply> {
  const { user, change, pendingText, notifications } = await changeUser(deps, admin, edit)
  await enqueueNotifications(deps, notifications)
  const balancePaise = await walletBalancePaise(edit._id)
  if (revokesSessions(change)) await publishRevoked(user, deps)
  const view = userView(user, balancePaise)
  return pendingText === undefined
    ? { message: savedText, user: view, status: 'done' }
    : { message: pendingText, user: view, status: 'pending' }
}

/** From the specification. */
const savedText = 'User updated successfully!, Please Refresh/Reload Page'

const pendingRoleText = (name: string) =>
  `Approval requested to make ${name} an admin. All other changes were saved.`

const pendingOwnerText = (name: string, change: OwnerChange) =>
  `Approval requested: ${ownerChangeText(name, change)}. It takes effect when another owner approves it, or in 72 hours. Everything else was saved.`

type Changed = {
  user: IUser
  change: Partial<EditableUser>
  /** A sentence about the part that needs approval. */
  pendingText?: string | undefined
  /** Written in the transaction; enqueued after the commit. */
  notifications: NewNotification[]
}

async function changeUser(deps: Pick<Deps, 'clock'>, admin: Editor, edit: UserEdit): Promise<Changed> {
  const now = deps.clock.now()
  return inTransaction(async (tx) => {
    const before = await readExpectedUser(tx, edit)
    const requested = await requestedChange(tx, before, edit)
    if (Object.keys(requested).length === 0) return { user: before, change: requested, notifications: [] }
    const hasOpenRequest = await hasOpenRoleRequest(tx, before, now)
    const needed = requiredPermissions({ ...before, hasOpenRequest }, requested)
    if (needed) requirePermission(admin, needed)
    requireVerified(before, requested)
    if (admin.userId === edit._id) {
      refuseSelfLockout(before, requested)
      if (admin.proofFrom && changesContacts(requested))
        await consumeAccountProof(tx, admin.proofFrom, { now })
    }
    const { change, ...pendingParts } = await splitEdit(tx, before, { requested, now })
    await swapNames(tx, before, change)
    const user = await writeUser(tx, before, { change, now, isTeam: isAllowed(admin, 'staff.manage') })
    const requestFields = { user, reason: edit.reason ?? '', at: now }
    const pending = await requestApprovals(tx, admin, { ...requestFields, ...pendingParts })
    if (Object.keys(change).length === 0) return { user, change, ...pending }
    await writeAudit(tx, admin, {
      at: now,
      action: 'user.update',
      target: auditTarget.user(edit._id),
      before: previousValues(before, change),
      after: change,
      reason: requestFields.reason,
    })
    const done = await createNotifications(tx, { user, before, change, now, by: admin.name })
    return { user, change, ...pending, notifications: [...pending.notifications, ...done] }
  })
}

/** An account that is closing is blocked already: a block by staff is a change, too, since it outlasts the closing. */
async function requestedChange(
  tx: ClientSession,
  before: IUser,
  edit: UserEdit,
): Promise<Partial<EditableUser>> {
  const change = changedFields(before, edit)
  return edit.isBlocked && (await keepBlock(tx, edit._id)) ? { ...change, isBlocked: true } : change
}

/** The part of an edit that needs a second owner's approval: a new admin, or a change of an owner's account. */
type PendingParts = { admin?: Pick<UserForm, 'staffRole'>; owner?: OwnerChange }

/** Splits an edit into the part to apply now and the part that needs approval while two accounts count as owners. */
async function splitEdit(
  tx: ClientSession,
  before: IUser,
  { requested, now }: { requested: Partial<EditableUser>; now: Date },
): Promise<PendingParts & { change: Partial<EditableUser> }> {
  if (await roleNeedsApproval(tx, before, { change: requested, now })) {
    const { role: _, staffRole, ...change } = requested
    return { change, admin: { staffRole } }
  }
  const change = withoutUnverified(before, requested)
  const { pending, rest } = splitOwnerEdit(before, change)
  if (Object.keys(pending).length === 0 || !(await hasTwoOwners(tx, now))) return { change }
  return { change: rest, owner: pending }
}

async function requestApprovals(
  tx: ClientSession,
  admin: Actor,
  { admin: grantedRole, owner: change, ...request }: PendingParts & { user: IUser; reason: string; at: Date },
): Promise<Pick<Changed, 'pendingText' | 'notifications'>> {
  const { name } = request.user
  if (grantedRole) {
    return {
      pendingText: pendingRoleText(name),
      notifications: await requestStaffRole(tx, admin, { ...request, ...grantedRole }),
    }
  }
  if (!change) return { notifications: [] }
  const notifications = await requestOwnerChange(tx, admin, { ...request, change })
  return { pendingText: pendingOwnerText(name, change), notifications }
}

type CommittedChange = { user: IUser; before: IUser; change: Partial<EditableUser>; now: Date; by: string }

/** In the same transaction, so that no change is committed without its notifications. */
async function createNotifications(
  tx: ClientSession,
  { user, before, change, now, by }: CommittedChange,
): Promise<NewNotification[]> {
  const userId = user._id.toHexString()
  const { name: _, ...fields } = change
  const toOwners = concernsOwner(before, change)
    ? await notifyOwners(tx, { by, text: ownerChangeText(user.name, fields), userId, at: now })
    : []
  return [...(await createContactNotification(tx, { user, change, now })), ...toOwners]
}

async function readExpectedUser(
  tx: ClientSession,
  { _id, userid, expectedVersion }: UserEdit,
): Promise<IUser> {
  const user = await UserModel.findById(_id, null, { session: tx }).lean<IUser | null>()
  if (!user || user.userid !== userid) throw new AppError('not_found')
  if (expectedVersion !== undefined && expectedVersion !== user.updatedAt.toISOString())
    throw new AppError('user_changed')
  return user
}
