import { staffRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { batchReads } from '../../platform/batch-reads.ts'
import { hashToken } from '../../platform/ids.ts'
import type { Caller } from './caller.ts'
import { hasIdleLimit, isIdle } from './idle-session.ts'
import { recordLastSeen } from './last-seen.ts'
import { requiresSecondFactor, type SecondFactorPolicy } from './second-factor-policy.ts'
import { type ISession, isSessionActive, SessionModel } from './session-model.ts'
import { type IUser, UserModel } from './user-model.ts'

type CallerWithExpiry = { caller: Caller; expiresAt: Date }

/**
 * The caller behind a bearer token: whose it is by the session, what they may do by the user as they are now.
 * @throws AppError `not_signed_in` for no, an unknown or a revoked token, `session_expired` for one past its six hours,
 * or an admin's that made no call for the time that the rule sets,
 * `second_factor_missing` for an admin's that owes one
 */
export async function findCaller(
  token: string | undefined,
  now: Date,
  rule: SecondFactorPolicy = strictest,
): Promise<CallerWithExpiry> {
  if (!token || token.length > 200) throw new AppError('not_signed_in')
  return callerOf(await findSession(hashToken(token)), now, rule)
}

const strictest: SecondFactorPolicy = { isRequired: true }

/**
 * The caller behind a session that is known by its id, as a signed pass or an open socket knows it.
 * @throws as `findCaller`
 */
export async function findCallerBySession(
  sessionId: string,
  now: Date,
  rule: SecondFactorPolicy = strictest,
): Promise<CallerWithExpiry> {
  if (!/^[\w-]{43}$/.test(sessionId)) throw new AppError('not_signed_in')
  return callerOf(await findSession(sessionId), now, rule)
}

/** Which of these sessions still stand: neither revoked, expired nor idle, and their user is let in. */
export async function activeSessions(
  sessionIds: readonly string[],
  now: Date,
  rule: SecondFactorPolicy,
): Promise<Set<string>> {
  const sessions = await SessionModel.find(
    { _id: { $in: sessionIds }, expiresAt: { $gt: now } },
    { userId: 1, validFrom: 1, lastUsedAt: 1 },
  ).lean()
  const users = await UserModel.find(
    { _id: { $in: sessions.map(({ userId }) => userId) } },
    { isBlocked: 1, sessionsValidFrom: 1, role: 1 },
  ).lean()
  const byId = new Map(users.map((user) => [user._id.toHexString(), user]))
  const live = sessions.filter((session) => {
    const user = byId.get(session.userId.toHexString())
    return user && isSessionActive(session, user) && !isIdle([session, user], rule, now)
  })
  return new Set(live.map((session) => session._id))
}

/** Whose sessions from before a moment after `since` were all ended, as `_id` in hex: by a block, or everywhere. */
export async function findRevokedSince(since: Date): Promise<Set<string>> {
  const users = await UserModel.find({ sessionsValidFrom: { $gt: since } }, { _id: 1 }).lean()
  return new Set(users.map(({ _id }) => _id.toHexString()))
}

type FoundSession = ISession & { users: IUser[] }

/** Sessions with their users, in one round trip: every call makes it. */
const findSession = batchReads(async (ids: string[]) => {
  const sessions = await SessionModel.aggregate<FoundSession>([
    { $match: { _id: { $in: ids } } },
    {
      $lookup: { from: UserModel.collection.name, localField: 'userId', foreignField: '_id', as: 'users' },
    },
  ])
  return new Map(sessions.map((session) => [session._id, session]))
})

async function callerOf(
  session: FoundSession | undefined,
  now: Date,
  rule: SecondFactorPolicy,
): Promise<CallerWithExpiry> {
  if (!session) throw new AppError('not_signed_in')
  if (session.expiresAt <= now) throw new AppError('session_expired')
  const [user] = session.users
  if (!user || !isSessionActive(session, user)) throw new AppError('not_signed_in')
  if (isIdle([session, user], rule, now)) throw new AppError('session_expired')
  const isMissing = requiresSecondFactor(session, user, rule)
  if (isMissing && !rule.allowsMissing) throw new AppError('second_factor_missing')
  const isLimited = hasIdleLimit(user, rule)
  if (!isLimited || !rule.isUnattended)
    await noteUse(session, user, { now, everyMs: isLimited ? noteIdleMs : noteUseMs })
  const { userid, name, email, mobilenumber, role, staffRole, contactChange } = user
  return {
    caller: {
      userId: user._id.toHexString(),
      sessionId: session._id,
      requiresSecondFactor: isMissing,
      ...(contactChange?.frozenUntil && { frozenUntil: contactChange.frozenUntil }),
      userid,
      name,
      email,
      mobilenumber,
      role,
      staffRole: staffRoleOf({ role, staffRole }),
    },
    expiresAt: session.expiresAt,
  }
}

/** Often enough for "used 2 hours ago", seldom enough to be no load. */
const noteUseMs = 5 * 60_000
/** Where an idle session ends: what is not noted yet is taken off its time. */
const noteIdleMs = 60_000

/** No call fails because of it. */
async function noteUse(
  { _id, userId, lastUsedAt }: ISession,
  { lastSeenAt }: IUser,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<void> {
  const isOver = (since: Date | null, ms: number) => now.getTime() - (since?.getTime() ?? 0) >= ms
  if (!isOver(lastUsedAt, everyMs)) return
  await Promise.allSettled([
    SessionModel.updateOne({ _id }, { $max: { lastUsedAt: now } }),
    ...(isOver(lastSeenAt, noteUseMs) ? [recordLastSeen(userId, now)] : []),
  ])
}

/**
 * Which of these sessions of a user nobody has ended: no sign-out, block, other role or "sign out everywhere". One whose
 * six hours are over counts until it is forgotten, a day later: time alone is no sign that somebody else sits there.
 * @param userId the user's `_id` in hex
 */
export async function unrevokedSessions(userId: string, sessionIds: readonly string[]): Promise<Set<string>> {
  const user = await UserModel.findById(userId, { isBlocked: 1, sessionsValidFrom: 1 }).lean()
  const found = await SessionModel.find({ _id: { $in: sessionIds } }, { userId: 1, validFrom: 1 }).lean()
  const standing = found.filter(
    (session) => session.userId.toHexString() === userId && isSessionActive(session, user),
  )
  return new Set(standing.map(({ _id }) => _id))
}
