import type { ClientSession } from 'mongoose'
import { type OwnerChange, ownerChangeText } from '../../contracts/owner-change.ts'
import { officeRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type NewNotification, type IUser, notifyOwners, UserModel } from '../accounts/index.ts'
import { closeRequest, type IAdminRequest } from '../approvals/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { UpdatedWallets } from '../wallet/index.ts'
import { moveBalance } from './move-balance.ts'
import { isUnchanged, stayOwner } from './owner-change.ts'
import { createContactNotification } from './create-contact-notification.ts'
import { swapNames } from './swap-names.ts'
import { partOf, withoutUnproved } from './user-change.ts'
import { writeUser } from './write-user.ts'

/** A request that is answered now. `user`: the account concerned; `reason`: the answer's. */
export type Asked = { request: IAdminRequest; user: IUser; reason: string; at: Date }

/** What a request leaves to do after the commit. */
export type Approved = { moved: UpdatedWallets; user: IUser; notifications: NewNotification[] }

/** Ends the request and does what was asked for, in the caller's transaction. */
export async function approve(session: ClientSession, admin: Author, asked: Asked): Promise<Approved> {
  const { request, user, at } = asked
  await closeApproved(session, admin, asked)
  const reason = [request.reason, `asked by ${request.askedBy.name}`].filter(Boolean).join(', ')
  if (request.kind === 'admin') return makeAdmin(session, admin, { ...asked, reason: reason })
  if (request.ownerChange) return changeOwner(session, admin, { ...asked, reason: reason })
  const { _id: txnid, amountPaise } = request
  const move = { txnid, user, amountPaise, reason: reason, act: 'balance.approve', at } as const
  return { moved: await moveBalance(session, admin, move), user, notifications: [] }
}

/**
 * The agreement of a second person to what a first one stands by: whoever has left the office since, or was blocked,
 * asks for nothing any more.
 * @throws approval_closed, approval_expired
 */
export async function closeApproved(
  session: ClientSession,
  admin: Author,
  asked: Pick<Asked, 'request' | 'at'>,
): Promise<void> {
  const { request, at } = asked
  await closeRequest(session, request, { state: 'approved', by: admin, at })
  if (isForOwners(request)) return requireAskingOwner(session, request, at)
  const asker = await UserModel.findById(request.askedBy.userId, null, { session }).lean<IUser | null>()
  if (asker && !asker.isBlocked && officeRoleOf(asker)) return
  const message = `${request.askedBy.name} is no longer in the office. Nothing was changed: somebody else has to ask.`
  throw new AppError('approval_closed', { message })
}

/** Whether a request makes an owner or changes an owner's account. */
export const isForOwners = ({ kind, officeRole }: Pick<IAdminRequest, 'kind' | 'officeRole'>): boolean =>
  kind === 'owner' || (kind === 'admin' && (officeRole ?? 'owner') === 'owner')

async function requireAskingOwner(
  session: ClientSession,
  { askedBy }: IAdminRequest,
  at: Date,
): Promise<void> {
  try {
    await stayOwner(session, askedBy.userId, at)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const message = `${askedBy.name} is no longer an owner. Nothing was changed: somebody else has to ask.`
    throw new AppError('approval_closed', { message, cause })
  }
}

async function makeAdmin(session: ClientSession, admin: Author, asked: Asked): Promise<Approved> {
  const { request, reason, at } = asked
  const user = await readUser(session, request)
  const gains = { role: 'admin', officeRole: request.officeRole ?? 'owner' } as const
  const change = { ...gains, ...withoutUnproved(user, gains) }
  // They became one since: a request makes somebody an admin, and ends no owner.
  if (officeRoleOf(user) === 'owner' && change.officeRole !== 'owner') throw new AppError('approval_closed')
  const isNew = user.role !== 'admin' || officeRoleOf(user) !== change.officeRole
  if (isNew) {
    await swapNames(session, user, change)
    await writeUser(session, user, { change, now: at })
  }
  await writeAudit(session, admin, {
    ...{ at, act: 'admin.approve', target: auditTarget.user(String(user._id)), reason: reason },
    ...{ before: partOf(user, change), after: change },
  })
  const notifications =
    isNew && change.officeRole === 'owner'
      ? await notifyOfApproval(session, admin, { request, user, change: gains, at })
      : []
  return { moved: new Map(), user, notifications }
}

/** @throws approval_closed where the account has changed since it was asked for */
async function changeOwner(session: ClientSession, admin: Author, asked: Asked): Promise<Approved> {
  const { request, reason, at } = asked
  const before = await readUser(session, request)
  const { change, previous } = request.ownerChange ?? {}
  if (!change || !previous || !isUnchanged(before, previous)) {
    const message = 'The account has changed since. Nothing was changed: it has to be asked for again.'
    throw new AppError('approval_closed', { message })
  }
  await swapNames(session, before, change)
  const user = await writeUser(session, before, { change, now: at })
  await writeAudit(session, admin, {
    ...{ at, act: 'owner.approve', target: auditTarget.user(String(user._id)), reason: reason },
    ...{ before: previous, after: change },
  })
  const notifications = [
    ...(await createContactNotification(session, { user, change, now: at })),
    ...(await notifyOfApproval(session, admin, { request, user: before, change, at })),
  ]
  return { moved: new Map(), user, notifications }
}

async function readUser(session: ClientSession, { userId }: IAdminRequest): Promise<IUser> {
  const user = await UserModel.findById(userId, null, { session }).lean<IUser | null>()
  if (!user) throw new AppError('not_found')
  return user
}

type ApprovedChange = {
  request: IAdminRequest
  user: Pick<IUser, '_id' | 'name'>
  change: OwnerChange
  at: Date
}

/** Notifies the owners that a change of an owner's account was made. */
function notifyOfApproval(
  session: ClientSession,
  admin: Author,
  { request, user, change, at }: ApprovedChange,
): Promise<NewNotification[]> {
  const text = ownerChangeText(user.name, change)
  return notifyOwners(session, { by: byText(request, admin), text, userId: String(user._id), at })
}

/** The authors of a change that was asked for, in words: the asker alone where no owner stopped it for 72 hours. */
export const byText = ({ askedBy }: IAdminRequest, admin: Author): string =>
  askedBy.userId === admin.userId
    ? `After 72 hours, ${askedBy.name}`
    : `${askedBy.name}, with the approval of ${admin.name},`
