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
import { walletBalancePaise } from '../wallet/index.ts'
import { createContactNotification } from './create-contact-notification.ts'
import { concernsOwner, requestOwnerChange, splitOwnerEdit } from './owner-change.ts'
import { hasOpenRoleRequest, requestStaffRole, roleNeedsApproval } from './request-staff-role.ts'
import { swapNames } from './swap-names.ts'
import {
  changedFields,
  type EditableUser,
  isReachedElsewhere,
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
  /** The user's `updatedAt` as the admin saw it. */
  expectedVersion?: string | undefined
  reason?: string | undefined
}

/** `askedForProof`: the admin, where their client can ask them for the password or a code again. */
type Editor = Actor & StaffMember & { askedForProof?: Caller | undefined }

/**
 * Changes a user, with a row in the audit log. Whoever is blocked or not verified any more, or gets another role or
 * e-mail, is signed out everywhere. Where two accounts count as owners, another admin and a change of an owner's account
 * wait for a second owner.
 * @throws AppError not_found, user_changed, email_taken, mobile_taken, own_account, verified_email_required, forbidden,
 * role_not_permitted, proof_required
 */
export async function updateUser(
  deps: Pick<Deps, 'clock' | 'publisher' | 'queues'>,
  admin: Editor,
  edit: UserEdit,
): Promise<UserReply> {
  const { user, change, asked, notifications } = await changeUser(deps, admin, edit)
  await enqueueNotifications(deps, notifications)
  const balancePaise = await walletBalancePaise(edit._id)
  if (revokesSessions(change)) await publishRevoked(user, deps)
  const view = userView(user, balancePaise)
  return asked === undefined
    ? { message: savedText, user: view, status: 'done' }
    : { message: asked, user: view, status: 'pending' }
}

/** The specification's. */
const savedText = 'User updated successfully!, Please Refresh/Reload Page'

const askedText = (name: string) =>
  `Asked for approval: ${name} as an admin. Another admin has to agree first. Everything else was saved.`

const ownerAskedText = (name: string, change: OwnerChange) =>
  `Asked for approval: ${ownerChangeText(name, change)}. It takes effect when another owner approves it, or in 72 hours. Everything else was saved.`

type Changed = {
  user: IUser
  change: Partial<EditableUser>
  /** What waits for another admin, as a sentence. */
  asked?: string | undefined
  /** Written in the transaction, to be queued after the commit. */
  notifications: NewNotification[]
}

async function changeUser(deps: Pick<Deps, 'clock'>, admin: Editor, edit: UserEdit): Promise<Changed> {
  const now = deps.clock.now()
  return inTransaction(async (tx) => {
    const before = await readSeen(tx, edit)
    const wanted = changedFields(before, edit)
    if (Object.keys(wanted).length === 0) return { user: before, change: wanted, notifications: [] }
    const isAskedFor = await hasOpenRoleRequest(tx, before, now)
    const needed = requiredPermissions({ ...before, isAskedFor }, wanted)
    if (needed) requirePermission(admin, needed)
    requireVerified(before, wanted)
    if (admin.userId === edit._id) {
      refuseSelfLockout(before, wanted)
      if (admin.askedForProof && isReachedElsewhere(wanted))
        await consumeAccountProof(tx, admin.askedForProof, { now })
    }
    const { change, ...waits } = await splitEdit(tx, before, { wanted, now })
    await swapNames(tx, before, change)
    const user = await writeUser(tx, before, { change, now, isTeam: isAllowed(admin, 'staff.manage') })
    const asking = { user, reason: edit.reason ?? '', at: now }
    const waiting = await ask(tx, admin, { ...asking, ...waits })
    if (Object.keys(change).length === 0) return { user, change, ...waiting }
    await writeAudit(tx, admin, {
      at: now,
      action: 'user.update',
      target: auditTarget.user(edit._id),
      before: previousValues(before, change),
      after: change,
      reason: asking.reason,
    })
    const done = await createNotifications(tx, { user, before, change, now, by: admin.name })
    return { user, change, ...waiting, notifications: [...waiting.notifications, ...done] }
  })
}

/** What of an edit waits for a second owner: another admin, or a change of an owner's account. */
type Waits = { admin?: Pick<UserForm, 'staffRole'>; owner?: OwnerChange }

/** What of an edit is done at once, and what waits where two accounts count as owners. */
async function splitEdit(
  tx: ClientSession,
  before: IUser,
  { wanted, now }: { wanted: Partial<EditableUser>; now: Date },
): Promise<Waits & { change: Partial<EditableUser> }> {
  if (await roleNeedsApproval(tx, before, { change: wanted, now })) {
    const { role: _, staffRole, ...change } = wanted
    return { change, admin: { staffRole } }
  }
  const change = withoutUnverified(before, wanted)
  const { waits, rest } = splitOwnerEdit(before, change)
  if (Object.keys(waits).length === 0 || !(await hasTwoOwners(tx, now))) return { change }
  return { change: rest, owner: waits }
}

async function ask(
  tx: ClientSession,
  admin: Actor,
  { admin: gained, owner: change, ...asking }: Waits & { user: IUser; reason: string; at: Date },
): Promise<Pick<Changed, 'asked' | 'notifications'>> {
  const { name } = asking.user
  if (gained) {
    return {
      asked: askedText(name),
      notifications: await requestStaffRole(tx, admin, { ...asking, ...gained }),
    }
  }
  if (!change) return { notifications: [] }
  const notifications = await requestOwnerChange(tx, admin, { ...asking, change })
  return { asked: ownerAskedText(name, change), notifications }
}

type Done = { user: IUser; before: IUser; change: Partial<EditableUser>; now: Date; by: string }

/** In the same transaction: a change without its notifications must not be committed. */
async function createNotifications(
  tx: ClientSession,
  { user, before, change, now, by }: Done,
): Promise<NewNotification[]> {
  const userId = user._id.toHexString()
  const { name: _, ...rest } = change
  const toOwners = concernsOwner(before, change)
    ? await notifyOwners(tx, { by, text: ownerChangeText(user.name, rest), userId, at: now })
    : []
  return [...(await createContactNotification(tx, { user, change, now })), ...toOwners]
}

async function readSeen(tx: ClientSession, { _id, userid, expectedVersion }: UserEdit): Promise<IUser> {
  const user = await UserModel.findById(_id, null, { session: tx }).lean<IUser | null>()
  if (!user || user.userid !== userid) throw new AppError('not_found')
  if (expectedVersion !== undefined && expectedVersion !== user.updatedAt.toISOString())
    throw new AppError('user_changed')
  return user
}
