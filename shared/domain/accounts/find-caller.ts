import { AppError } from '../../platform/app-error.ts'
import { hashToken } from '../../platform/ids.ts'
import type { Caller } from './caller.ts'
import { type ISession, SessionModel } from './session-model.ts'

export type CallerWithExpiry = { caller: Caller; expiresAt: Date }

/**
 * The caller behind a bearer token, by one find.
 * @throws AppError `not_signed_in` for no or an unknown token, `session_expired` for one past its six hours
 */
export async function findCaller(token: string | undefined, now: Date): Promise<CallerWithExpiry> {
  if (!token || token.length > 200) throw new AppError('not_signed_in')
  return callerOf(await SessionModel.findById(hashToken(token)).lean(), now)
}

/**
 * The caller behind a session that is known by its id, as a signed pass knows it.
 * @throws as `findCaller`
 */
export async function findCallerBySession(sessionId: string, now: Date): Promise<CallerWithExpiry> {
  if (!/^[\w-]{43}$/.test(sessionId)) throw new AppError('not_signed_in')
  return callerOf(await SessionModel.findById(sessionId).lean(), now)
}

/** Which of these sessions still stand: neither revoked nor expired. */
export async function findLiveSessions(sessionIds: readonly string[], now: Date): Promise<Set<string>> {
  const live = await SessionModel.find(
    { _id: { $in: sessionIds }, expiresAt: { $gt: now } },
    { _id: 1 },
  ).lean()
  return new Set(live.map((session) => session._id))
}

function callerOf(session: ISession | null, now: Date): CallerWithExpiry {
  if (!session) throw new AppError('not_signed_in')
  if (session.expiresAt <= now) throw new AppError('session_expired')
  const { userid, name, email, mobilenumber, role, expiresAt } = session
  return {
    caller: {
      userId: session.userId.toHexString(),
      sessionId: session._id,
      userid,
      name,
      email,
      mobilenumber,
      role,
    },
    expiresAt,
  }
}
