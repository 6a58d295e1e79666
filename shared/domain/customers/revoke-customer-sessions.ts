import type { StaffMember } from '../../contracts/permissions.ts'
import { rooms } from '../../contracts/realtime.ts'
import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import {
  forgetPassword,
  listOwnSessions,
  publicSessionId,
  publishRevoked,
  revokeSessions,
  SessionModel,
} from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { findEditableCustomer } from './find-customer.ts'

type RevokeDeps = Pick<Deps, 'clock' | 'publisher'>

/** `session`: the id of a session's view; without it, all sessions. */
type Revocation = { userId: string; session?: string | undefined; reason?: string | undefined }

/**
 * Revokes one session of a customer or all, with an audit row. Tokens stop working at once; sockets close within 2 s. A
 * session that has ended already counts as none.
 * @returns how many were revoked
 * @throws AppError `not_found`; `role_not_permitted` for another admin's sessions without the permission to manage
 * staff
 */
export async function revokeCustomerSessions(
  deps: RevokeDeps,
  admin: Actor & StaffMember,
  { userId, session, reason = '' }: Revocation,
): Promise<number> {
  await findEditableCustomer(admin, userId)
  const by = { userId: admin.userId, name: admin.name, reason, ...(admin.from && { from: admin.from }) }
  return session === undefined
    ? revokeAllSessions(deps, by, userId)
    : revokeOne(deps, by, { userId, publicId: session })
}

async function revokeOne(
  { clock, publisher }: RevokeDeps,
  { reason, ...actor }: Actor & { reason: string },
  { userId, publicId }: { userId: string; publicId: string },
): Promise<number> {
  const now = clock.now()
  const session = (await listOwnSessions({ userId }, now)).find(
    (session) => publicSessionId(session) === publicId,
  )
  if (!session) return 0
  const revokedCount = await inTransaction(async (tx) => {
    const { deletedCount } = await SessionModel.deleteOne({ _id: session._id }, { session: tx })
    if (deletedCount === 0) return 0
    await writeAudit(tx, actor, {
      at: now,
      action: 'sessions.revoke',
      target: auditTarget.user(userId),
      reason,
      before: { session: publicId, device: session.device },
      after: {},
    })
    return deletedCount
  })
  publisher.disconnect(rooms.session(session._id))
  return revokedCount
}

/**
 * Mails the link to reset the password, as if its owner had requested it, with an audit row. The row does not contain
 * the address, because more roles can read the audit log than customers' pages.
 * @param notificationId the same in every try of a request, so that one mail is sent
 * @returns the address that it is sent to
 * @throws AppError `not_found`, `role_not_permitted`, `customer_blocked`
 */
export async function requestPasswordReset(
  deps: Pick<Deps, 'clock' | 'queues'>,
  admin: Actor & StaffMember,
  { userId, notificationId }: { userId: string; notificationId: string },
): Promise<string> {
  const { email, isBlocked } = await findEditableCustomer(admin, userId)
  if (isBlocked) throw new AppError('customer_blocked')
  const _id = `password_reset.send:${notificationId}`
  const row = {
    action: 'password_reset.send',
    target: auditTarget.user(userId),
    before: {},
    after: {},
  } as const
  const at = deps.clock.now()
  const { userId: by, name, from } = admin
  const actor = { userId: by, name, ...(from && { from }) }
  await ignoreDuplicate(() => inTransaction((tx) => writeAudit(tx, actor, { _id, ...row, at, reason: '' })))
  await forgetPassword(deps, { email, notificationId })
  return email
}

/**
 * Revokes all sessions of a user, with an audit row.
 * @returns how many sessions there were
 * @throws AppError `not_found`
 */
export async function revokeAllSessions(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  { reason, ...actor }: Actor & { reason: string },
  userId: string,
): Promise<number> {
  const now = deps.clock.now()
  const user = await inTransaction(async (tx) => {
    const row = {
      action: 'sessions.revoke',
      target: auditTarget.user(userId),
      before: {},
      after: {},
    } as const
    await writeAudit(tx, actor, { ...row, at: now, reason })
    return revokeSessions(tx, userId, { now })
  })
  return publishRevoked(user, deps)
}
