import type { ClientSession } from 'mongoose'
import { mayAlone, type Officer } from '../../contracts/permissions.ts'
import type { AdminUser } from '../../contracts/users.ts'
import { AppError } from '../../platform/app-error.ts'
import { nowAfter } from '../../platform/clock.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import {
  AccountNoticeModel,
  dueNotice,
  endSessions,
  type IUser,
  normalEmail,
  queueNotice,
  requireMay,
  UserModel,
  userNames,
} from '../accounts/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { walletBalancePaise } from '../wallet/index.ts'
import { askForAdmin, isAskedForAdmin, needsTwoForAdmin } from './ask-for-admin.ts'
import { swapNames } from './swap-names.ts'
import {
  changeOf,
  type EditableUser,
  endsOwner,
  endsSessions,
  isAbleOwner,
  neededFor,
  partOf,
  refuseOwnEnd,
  requireProved,
  type UserForm,
  withoutUnproved,
} from './user-change.ts'
import { userView } from './user-view.ts'
import { writeUser } from './write-user.ts'

export type UserReply = { message: string; user: AdminUser; status: 'done' | 'waiting' }

export type UserEdit = UserForm & {
  _id: string
  userid: string
  /** The user's `updatedAt` as the admin saw it. */
  seen?: string | undefined
  reason?: string | undefined
}

/**
 * Changes a user, with a row in the audit log. Whoever is blocked or not verified any more, or gets another role or
 * e-mail, is signed out everywhere. Where there are two admins, that there is another waits for a second one.
 * @throws AppError not_found, user_changed, email_taken, mobile_taken, own_account, email_unproved, forbidden,
 * not_for_role
 */
export async function updateUser(
  deps: Pick<Deps, 'clock' | 'publisher' | 'queues'>,
  admin: Author & Officer,
  edit: UserEdit,
): Promise<UserReply> {
  const { user, change, asksFor, notice } = await changeUser(deps, admin, edit)
  if (notice) await queueNotice(deps, notice)
  const balancePaise = await walletBalancePaise(edit._id)
  if (endsSessions(change)) await endSessions(user, deps)
  const view = userView(user, balancePaise)
  return asksFor
    ? { message: askedText(user.name), user: view, status: 'waiting' }
    : { message: savedText, user: view, status: 'done' }
}

/** The specification's. */
const savedText = 'User updated successfully!, Please Refresh/Reload Page'

const askedText = (name: string) =>
  `Asked for approval: ${name} as an admin. Another admin has to agree first. Everything else was saved.`

type Changed = {
  user: IUser
  change: Partial<EditableUser>
  asksFor: boolean
  /** Notifies the previous contacts of the change. */
  notice?: ReturnType<typeof dueNotice> | undefined
}

async function changeUser(
  deps: Pick<Deps, 'clock'>,
  admin: Author & Officer,
  edit: UserEdit,
): Promise<Changed> {
  const now = deps.clock.now()
  try {
    return await inTransaction(async (session) => {
      const before = await readSeen(session, edit)
      const wanted = changeOf(before, edit)
      if (Object.keys(wanted).length === 0) return { user: before, change: wanted, asksFor: false }
      const isAskedFor = await isAskedForAdmin(session, before, now)
      const needed = neededFor({ ...before, isAskedFor }, wanted)
      if (needed) requireMay(admin, needed)
      requireProved(before, wanted)
      const asksFor = await needsTwoForAdmin(session, before, wanted)
      const { role, officeRole, ...others } = wanted
      const change = withoutUnproved(before, asksFor ? others : wanted)
      const reason = edit.reason ?? ''
      if (admin.userId === edit._id) refuseOwnEnd(before, change)
      else if (endsOwner(before, change)) await stayOwner(session, admin.userId, now)
      await swapNames(session, before, change)
      const user = await writeUser(session, before, { change, now, isTeam: mayAlone(admin, 'team') })
      if (asksFor) await askForAdmin(session, admin, { user, officeRole, reason, at: now })
      if (Object.keys(change).length === 0) return { user, change, asksFor }
      await writeAudit(session, admin, {
        ...{ at: now, act: 'user.update', target: auditTarget.user(edit._id) },
        ...{ before: partOf(before, change), after: change, why: reason },
      })
      return { user, change, asksFor, notice: await planNotice(session, { user, change, now }) }
    })
  } catch (error) {
    throw takenName(error, edit) ?? error
  }
}

/** In the same transaction: a contact change without its notification must not be committed. */
async function planNotice(
  session: ClientSession,
  { user, change, now }: { user: IUser; change: Partial<EditableUser>; now: Date },
) {
  const isReached = change.email !== undefined || change.mobilenumber !== undefined
  if (!isReached || !user.contactChange) return undefined
  const notice = dueNotice('contact', user._id.toHexString(), now)
  await AccountNoticeModel.insertMany([notice], { session })
  return notice
}

async function readSeen(session: ClientSession, { _id, userid, seen }: UserEdit): Promise<IUser> {
  const user = await UserModel.findById(_id, null, { session }).lean<IUser | null>()
  if (!user || user.userid !== userid) throw new AppError('not_found')
  if (seen !== undefined && seen !== user.updatedAt.toISOString()) throw new AppError('user_changed')
  return user
}

/**
 * Who takes an owner's rights away must have them still when that is committed: of two who do it to each other, both
 * write both users, so that one is refused. So there is always an owner left.
 */
async function stayOwner(session: ClientSession, adminId: string, now: Date): Promise<void> {
  const self = await UserModel.findById(adminId, null, { session }).lean<IUser | null>()
  if (!self || !isAbleOwner(self)) throw new AppError('forbidden')
  // Always another time than before: a write that changes nothing would meet no other.
  const updatedAt = nowAfter(self.updatedAt, now)
  await UserModel.updateOne({ _id: adminId }, { $set: { updatedAt } }, { session, timestamps: false })
}

function takenName(error: unknown, { email, mobilenumber }: UserEdit): AppError | undefined {
  if (isDuplicateKey(error, userNames.email(normalEmail(email)))) {
    return new AppError('email_taken', { field: 'email', cause: error })
  }
  if (isDuplicateKey(error, userNames.mobile(mobilenumber))) {
    return new AppError('mobile_taken', { field: 'mobilenumber', cause: error })
  }
  return undefined
}
