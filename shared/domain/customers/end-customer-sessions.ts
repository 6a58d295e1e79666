import type { StaffMember } from '../../contracts/permissions.ts'
import { rooms } from '../../contracts/realtime.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { listOwnSessions, SessionModel, publicSessionId } from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { revokeAllSessions } from '../users/index.ts'
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
      ...{ at: now, action: 'sessions.revoke', target: auditTarget.user(userId), reason },
      ...{ before: { session: ref, device: found.device }, after: {} },
    })
    return deletedCount
  })
  publisher.disconnect(rooms.session(found._id))
  return ended
}
