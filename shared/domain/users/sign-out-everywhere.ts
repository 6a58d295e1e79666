import { inTransaction } from '../../platform/mongo.ts'
import { endSessions, shutSessions } from '../accounts/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'

/** Signs a user out everywhere. @returns how many sessions there were @throws AppError `not_found` */
export async function signOutEverywhere(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  { reason, ...author }: Author & { reason: string },
  userId: string,
): Promise<number> {
  const now = deps.clock.now()
  const user = await inTransaction(async (session) => {
    const row = { act: 'sessions.end', target: auditTarget.user(userId), before: {}, after: {} } as const
    await writeAudit(session, author, { ...row, at: now, reason })
    return shutSessions(session, userId, { now })
  })
  return endSessions(user, deps)
}
