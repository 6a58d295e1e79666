import type { ClientSession } from 'mongoose'
import { type OwnerChange, ownerChangeText } from '../../contracts/owner-change.ts'
import { mayAlone, type Officer } from '../../contracts/permissions.ts'
import type { AdminUser } from '../../contracts/users.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import {
  areTwoOwners,
  type DueNotice,
  endSessions,
  type IUser,
  normalEmail,
  notifyOwners,
  queueNotices,
  requireMay,
  UserModel,
  userNames,
} from '../accounts/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { walletBalancePaise } from '../wallet/index.ts'
import { askForAdmin, isAskedForAdmin, needsTwoForAdmin } from './ask-for-admin.ts'
import { askForOwnerChange, concernsOwner, splitOwnerEdit } from './owner-change.ts'
import { planContactNotice } from './plan-contact-notice.ts'
import { swapNames } from './swap-names.ts'
import {
  changeOf,
  type EditableUser,
  endsSessions,
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
 * e-mail, is signed out everywhere. Where two accounts count as owners, another admin and a change of an owner's account
 * wait for a second owner.
 * @throws AppError not_found, user_changed, email_taken, mobile_taken, own_account, email_unproved, forbidden,
 * not_for_role
 */
export async function updateUser(
  deps: Pick<Deps, 'clock' | 'publisher' | 'queues'>,
  admin: Author & Officer,
  edit: UserEdit,
): Promise<UserReply> {
  const { user, change, asked, notices } = await changeUser(deps, admin, edit)
  await queueNotices(deps, notices)
  const balancePaise = await walletBalancePaise(edit._id)
  if (endsSessions(change)) await endSessions(user, deps)
  const view = userView(user, balancePaise)
  return asked === undefined
    ? { message: savedText, user: view, status: 'done' }
    : { message: asked, user: view, status: 'waiting' }
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
  notices: DueNotice[]
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
      if (Object.keys(wanted).length === 0) return { user: before, change: wanted, notices: [] }
      const isAskedFor = await isAskedForAdmin(session, before, now)
      const needed = neededFor({ ...before, isAskedFor }, wanted)
      if (needed) requireMay(admin, needed)
      requireProved(before, wanted)
      if (admin.userId === edit._id) refuseOwnEnd(before, wanted)
      const { change, asks } = await splitEdit(session, before, { wanted, now })
      await swapNames(session, before, change)
      const user = await writeUser(session, before, { change, now, isTeam: mayAlone(admin, 'team') })
      const asking = { user, reason: edit.reason ?? '', at: now }
      const waiting = asks && (await asks(session, admin, asking))
      const notices = waiting?.notices ?? []
      if (Object.keys(change).length === 0) return { user, change, asked: waiting?.text, notices }
      await writeAudit(session, admin, {
        ...{ at: now, act: 'user.update', target: auditTarget.user(edit._id) },
        ...{ before: partOf(before, change), after: change, why: asking.reason },
      })
      const done = await planNotices(session, { user, before, change, now, by: admin.name })
      return { user, change, asked: waiting?.text, notices: [...notices, ...done] }
    })
  } catch (error) {
    throw takenName(error, edit) ?? error
  }
}

type Asks = (
  session: ClientSession,
  admin: Author,
  asking: { user: IUser; reason: string; at: Date },
) => Promise<{ text: string; notices: DueNotice[] }>

/** What of an edit is done at once, and how the rest is asked for where two accounts count as owners. */
async function splitEdit(
  session: ClientSession,
  before: IUser,
  { wanted, now }: { wanted: Partial<EditableUser>; now: Date },
): Promise<{ change: Partial<EditableUser>; asks?: Asks }> {
  if (await needsTwoForAdmin(session, before, { change: wanted, now })) {
    const { role: _, officeRole, ...others } = wanted
    const asks: Asks = async (tx, admin, asking) => ({
      text: askedText(asking.user.name),
      notices: await askForAdmin(tx, admin, { ...asking, officeRole }),
    })
    return { change: others, asks }
  }
  const change = withoutUnproved(before, wanted)
  const { waits, rest } = splitOwnerEdit(before, change)
  if (Object.keys(waits).length === 0 || !(await areTwoOwners(session, now))) return { change }
  const asks: Asks = async (tx, admin, asking) => ({
    text: ownerAskedText(asking.user.name, waits),
    notices: await askForOwnerChange(tx, admin, { ...asking, change: waits }),
  })
  return { change: rest, asks }
}

type Done = { user: IUser; before: IUser; change: Partial<EditableUser>; now: Date; by: string }

/** In the same transaction: a change without its notifications must not be committed. */
async function planNotices(
  session: ClientSession,
  { user, before, change, now, by }: Done,
): Promise<DueNotice[]> {
  const userId = user._id.toHexString()
  const { name: _, ...rest } = change
  const told = concernsOwner(before, change)
    ? await notifyOwners(session, { by, text: ownerChangeText(user.name, rest), userId, at: now })
    : []
  return [...(await planContactNotice(session, { user, change, now })), ...told]
}

async function readSeen(session: ClientSession, { _id, userid, seen }: UserEdit): Promise<IUser> {
  const user = await UserModel.findById(_id, null, { session }).lean<IUser | null>()
  if (!user || user.userid !== userid) throw new AppError('not_found')
  if (seen !== undefined && seen !== user.updatedAt.toISOString()) throw new AppError('user_changed')
  return user
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
