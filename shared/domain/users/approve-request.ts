import type { ClientSession } from 'mongoose'
import { officeRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import { closeRequest, type IAdminRequest } from '../approvals/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { MovedWallets } from '../wallet/index.ts'
import { moveBalance } from './move-balance.ts'
import { swapNames } from './swap-names.ts'
import { partOf, withoutUnproved } from './user-change.ts'
import { writeUser } from './write-user.ts'

/** A request that is answered now. `user`: whom it is about; `reason`: the answer's. */
export type Asked = { request: IAdminRequest; user: IUser; reason: string; at: Date }

/** Ends the request and does what was asked for, in the caller's transaction. */
export async function approve(session: ClientSession, admin: Author, asked: Asked): Promise<MovedWallets> {
  const { request, user, at } = asked
  await closeApproved(session, admin, asked)
  const why = [request.reason, `asked by ${request.askedBy.name}`].filter(Boolean).join(', ')
  if (request.kind === 'admin') {
    await makeAdmin(session, admin, { ...asked, reason: why })
    return new Map()
  }
  const { _id: txnid, amountPaise } = request
  return moveBalance(session, admin, { txnid, user, amountPaise, reason: why, act: 'balance.approve', at })
}

/**
 * The agreement of a second person to what a first one stands by: whoever has left the office since, or was blocked,
 * asks for nothing any more.
 * @throws request_closed, request_expired
 */
export async function closeApproved(
  session: ClientSession,
  admin: Author,
  asked: Pick<Asked, 'request' | 'at'>,
): Promise<void> {
  const { request, at } = asked
  await closeRequest(session, request, { state: 'approved', by: admin, at })
  const asker = await UserModel.findById(request.askedBy.userId, null, { session }).lean<IUser | null>()
  if (asker && !asker.isBlocked && officeRoleOf(asker)) return
  const message = `${request.askedBy.name} is no longer in the office. Nothing was changed: somebody else has to ask.`
  throw new AppError('request_closed', { message })
}

async function makeAdmin(session: ClientSession, admin: Author, asked: Asked): Promise<void> {
  const { request, reason, at } = asked
  const user = await UserModel.findById(request.userId, null, { session }).lean<IUser | null>()
  if (!user) throw new AppError('not_found')
  const gains = { role: 'admin', officeRole: request.officeRole ?? 'owner' } as const
  const change = { ...gains, ...withoutUnproved(user, gains) }
  // They became one since: a request makes somebody an admin, and ends no owner.
  if (officeRoleOf(user) === 'owner' && change.officeRole !== 'owner') throw new AppError('request_closed')
  if (user.role !== 'admin' || officeRoleOf(user) !== change.officeRole) {
    await swapNames(session, user, change)
    await writeUser(session, user, { change, now: at })
  }
  await writeAudit(session, admin, {
    ...{ at, act: 'admin.approve', target: auditTarget.user(String(user._id)), why: reason },
    ...{ before: partOf(user, change), after: change },
  })
}
