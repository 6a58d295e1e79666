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

type EndDeps = Pick<Deps, 'clock' | 'publisher'>

/** `session`: the id of a session's view; left out, all of them end. */
type Ending = { userId: string; session?: string | undefined; reason?: string | undefined }

/**
 * Signs somebody out in one place or everywhere, with a row in the audit log. Tokens stop working at once, sockets close
 * within 2 s. What has ended already is none.
 * @returns how many ended
 * @throws AppError not_found; role_not_permitted for another admin's, where the caller may not change the team
 */
export async function revokeCustomerSessions(
  deps: EndDeps,
  admin: Actor & StaffMember,
  { userId, session, reason = '' }: Ending,
): Promise<number> {
  await findEditableCustomer(admin, userId)
  const by = { userId: admin.userId, name: admin.name, reason, ...(admin.from && { from: admin.from }) }
  return session === undefined
    ? revokeAllSessions(deps, by, userId)
    : endOne(deps, by, { userId, ref: session })
}

async function endOne(
  { clock, publisher }: EndDeps,
  { reason, ...actor }: Actor & { reason: string },
  { userId, ref }: { userId: string; ref: string },
): Promise<number> {
  const now = clock.now()
  const found = (await listOwnSessions({ userId }, now)).find((one) => publicSessionId(one) === ref)
  if (!found) return 0
  const ended = await inTransaction(async (tx) => {
    const { deletedCount } = await SessionModel.deleteOne({ _id: found._id }, { session: tx })
    if (deletedCount === 0) return 0
    await writeAudit(tx, actor, {
      at: now,
      action: 'sessions.revoke',
      target: auditTarget.user(userId),
      reason,
      before: { session: ref, device: found.device },
      after: {},
    })
    return deletedCount
  })
  publisher.disconnect(rooms.session(found._id))
  return ended
}

/**
 * Has the link for another password mailed, as if its owner had asked for it; that an admin did is written down.
 * The log does not have the address: more roles may read it than customers' pages.
 * @param notificationId the same in every try of one request, which sends one mail
 * @returns the address that it goes to
 * @throws AppError not_found, role_not_permitted, customer_blocked
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

/** Signs a user out everywhere. @returns how many sessions there were @throws AppError `not_found` */
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
