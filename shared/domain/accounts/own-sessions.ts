import type { OpenSession } from '../../contracts/accounts.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Publisher } from '../../platform/realtime.ts'
import type { Caller } from './caller.ts'
import { deleteSessions, publishRevoked, revokeSessions } from './revoke-sessions.ts'
import { type ISession, isSessionActive, SessionModel } from './session-model.ts'
import { UserModel } from './user-model.ts'

/** A user's active sessions, most recently used first. */
export async function listOwnSessions({ userId }: Pick<Caller, 'userId'>, now: Date): Promise<ISession[]> {
  const user = await UserModel.findById(userId).lean()
  const all = await SessionModel.find({ userId, expiresAt: { $gt: now } }).lean()
  return all
    .filter((session) => isSessionActive(session, user))
    .sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
}

/** A session as shown to its owner and to admins. */
export function sessionView(session: ISession, caller: Caller): OpenSession {
  return {
    id: publicSessionId(session),
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    address: session.address,
    device: session.device,
    isThisOne: session._id === caller.sessionId,
  }
}

/** The public id of a session: a hash of the token's hash, from which neither can be derived. */
export function publicSessionId({ _id }: Pick<ISession, '_id'>): string {
  return hashToken(`session ${_id}`).slice(0, 22)
}

/**
 * Revokes one of the caller's sessions: its token stops working at once and its sockets close.
 * @param publicId the `id` of its view
 * @throws AppError `not_found` when it is not the caller's, without revealing whether it exists
 */
export async function revokeOwnSession(
  caller: Caller,
  publicId: string,
  deps: { clock: Clock; publisher: Publisher },
): Promise<void> {
  const found = (await listOwnSessions(caller, deps.clock.now())).find(
    (session) => publicSessionId(session) === publicId,
  )
  if (!found || (await deleteSessions([found], deps)) === 0) throw new AppError('not_found')
}

/**
 * Revokes all sessions of the caller except this one, including one that a concurrent sign-in is about to open. Their
 * sockets close within 2 s.
 * @returns how many sessions were revoked
 * @throws AppError `not_signed_in` when this session has been revoked meanwhile: of two sessions that revoke each
 * other, one is left
 */
export async function revokeOtherSessions(
  caller: Caller,
  deps: { clock: Clock; publisher: Publisher },
): Promise<number> {
  const { userId, sessionId } = caller
  const user = await inTransaction((tx) =>
    revokeSessions(tx, userId, { now: deps.clock.now(), keep: { sessionId } }),
  )
  return publishRevoked(user, deps)
}
