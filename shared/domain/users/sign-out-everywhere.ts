import { inTransaction } from '../../platform/mongo.ts'
import { publishRevoked, revokeSessions } from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'

/** Signs a user out everywhere. @returns how many sessions there were @throws AppError `not_found` */
export async function revokeAllSessions(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  { reason, ...actor }: Actor & { reason: string },
  userId: string,
): Promise<number> {
  const now = deps.clock.now()
  const user = await inTransaction(async (tx) => {
    const row = { action: 'sessions.revoke', target: auditTarget.user(userId), before: {}, after: {} } as const
    await writeAudit(tx, actor, { ...row, at: now, reason })
    return revokeSessions(tx, userId, { now })
  })
  return publishRevoked(user, deps)
}
