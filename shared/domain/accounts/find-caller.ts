import { staffRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { batchReads } from '../../platform/batches/index.ts'
import { hashToken } from '../../platform/ids.ts'
import type { Caller } from './caller.ts'
import { recordLastSeen } from './last-seen.ts'
import { requiresSecondFactor, type SecondFactorPolicy } from './second-factor-policy.ts'
import { type ISession, isSessionActive, SessionModel } from './session-model.ts'
import { type IUser, UserModel } from './user-model.ts'

type CallerWithExpiry = { caller: Caller; expiresAt: Date }

/**
 * The caller behind a bearer token. The session identifies the user; permissions are those of the user as stored now.
 * @throws AppError `not_signed_in` for a missing, unknown or revoked token; `session_expired` after six hours, or for
 * an admin's session that has been idle for too long; `second_factor_missing` for an admin's session without the
 * required second factor
 */
export async function findCaller(
  token: string | undefined,
  now: Date,
  policy: SecondFactorPolicy = strictest,
): Promise<CallerWithExpiry> {
  if (!token || token.length > 200) throw new AppError('not_signed_in')
  return callerOf(await findSession(hashToken(token)), now, policy)
}

/**
 * The user (`_id` in hex) of a bearer token, whether or not its session has ended since: proves nothing.
 * Concurrent reads are one small query.
 */
export async function findSessionUser(token: string | undefined): Promise<string | undefined> {
  return token && token.length <= 200 ? findSessionUserId(hashToken(token)) : undefined
}

const findSessionUserId = batchReads(async (ids: string[]) => {
  const found = SessionModel.collection.find({ _id: { $in: ids } as never }, { projection: { userId: 1 } })
  return new Map((await found.toArray()).map(({ _id, userId }) => [String(_id), String(userId)]))
})

const strictest: SecondFactorPolicy = { isRequired: true }

/**
 * The caller behind a session id, as carried by an ops token or an open socket.
 * @throws as `findCaller`
 */
export async function findCallerBySession(
  sessionId: string,
  now: Date,
  policy: SecondFactorPolicy = strictest,
): Promise<CallerWithExpiry> {
  if (!/^[\w-]{43}$/.test(sessionId)) throw new AppError('not_signed_in')
  return callerOf(await findSession(sessionId), now, policy)
}

/** The ids of the sessions that are active: neither revoked, expired nor idle. */
export async function activeSessions(
  sessionIds: readonly string[],
  now: Date,
  policy: SecondFactorPolicy,
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
  const active = sessions.filter((session) => {
    const user = byId.get(session.userId.toHexString())
    return user && isSessionActive(session, user) && !isIdle([session, user], policy, now)
  })
  return new Set(active.map((session) => session._id))
}

/** Users (`_id` in hex) whose sessions were all revoked after `since`: by a block, or by signing out everywhere. */
export async function findRevokedSince(since: Date): Promise<Set<string>> {
  const users = await UserModel.find({ sessionsValidFrom: { $gt: since } }, { _id: 1 }).lean()
  return new Set(users.map(({ _id }) => _id.toHexString()))
}

type SessionWithUser = [session: Pick<ISession, 'lastUsedAt'>, user: Pick<IUser, 'role'>]

/** Whether the idle limit is on and applies: it does to admins only. */
const hasIdleLimit = ({ role }: Pick<IUser, 'role'>, { idleMs = 0 }: SecondFactorPolicy): boolean =>
  idleMs > 0 && role === 'admin'

/**
 * Whether an admin's session has been idle for too long. Its use is recorded once a minute, so it can end up to a
 * minute early, and never late.
 */
const isIdle = ([session, user]: SessionWithUser, policy: SecondFactorPolicy, now: Date): boolean =>
  hasIdleLimit(user, policy) && now.getTime() - session.lastUsedAt.getTime() >= (policy.idleMs ?? 0)

type FoundSession = ISession & { users: IUser[] }

/** Sessions with their users, in one query by the driver, because every call needs both. */
const findSession = batchReads(async (ids: string[]) => {
  const sessions = await SessionModel.collection
    .aggregate<FoundSession>([
      { $match: { _id: { $in: ids } } },
      {
        $lookup: { from: UserModel.collection.name, localField: 'userId', foreignField: '_id', as: 'users' },
      },
    ])
    .toArray()
  return new Map(sessions.map((session) => [session._id, session]))
})

async function callerOf(
  session: FoundSession | undefined,
  now: Date,
  policy: SecondFactorPolicy,
): Promise<CallerWithExpiry> {
  if (!session) throw new AppError('not_signed_in')
  if (session.expiresAt <= now) throw new AppError('session_expired')
  const [user] = session.users
  if (!user || !isSessionActive(session, user)) throw new AppError('not_signed_in')
  if (isIdle([session, user], policy, now)) throw new AppError('session_expired')
  const isMissing = requiresSecondFactor(session, user, policy)
  if (isMissing && !policy.allowsMissing) throw new AppError('second_factor_missing')
  const isLimited = hasIdleLimit(user, policy)
  if (!isLimited || !policy.isUnattended)
    await recordUse(session, user, { now, everyMs: isLimited ? idleUseIntervalMs : useIntervalMs })
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

/** Precise enough for "used 2 hours ago", and rare enough not to load the database. */
const useIntervalMs = 5 * 60_000
/** For sessions with an idle limit: they can end early by as much as this. */
const idleUseIntervalMs = 60_000

/** Failures are ignored: no call fails because its use was not recorded. */
async function recordUse(
  { _id, userId, lastUsedAt }: ISession,
  { lastSeenAt }: IUser,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<void> {
  const isElapsed = (since: Date | null, ms: number) => now.getTime() - (since?.getTime() ?? 0) >= ms
  if (!isElapsed(lastUsedAt, everyMs)) return
  await Promise.allSettled([
    SessionModel.updateOne({ _id }, { $max: { lastUsedAt: now } }),
    ...(isElapsed(lastSeenAt, useIntervalMs) ? [recordLastSeen(userId, now)] : []),
  ])
}

/**
 * The sessions of a user that were not revoked by a sign-out, block or role change. An expired session counts until its
 * document is deleted a day later: expiry is no sign that another person uses the device.
 * @param userId the user's `_id` in hex
 */
export async function unrevokedSessions(userId: string, sessionIds: readonly string[]): Promise<Set<string>> {
  const user = await UserModel.findById(userId, { isBlocked: 1, sessionsValidFrom: 1 }).lean()
  const found = await SessionModel.find({ _id: { $in: sessionIds } }, { userId: 1, validFrom: 1 }).lean()
  const unrevoked = found.filter(
    (session) => session.userId.toHexString() === userId && isSessionActive(session, user),
  )
  return new Set(unrevoked.map(({ _id }) => _id))
}
