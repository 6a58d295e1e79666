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

/** Somebody's sessions that stand, the last used first. */
export async function listOwnSessions({ userId }: Pick<Caller, 'userId'>, now: Date): Promise<ISession[]> {
  const user = await UserModel.findById(userId).lean()
  const all = await SessionModel.find({ userId, expiresAt: { $gt: now } }).lean()
  return all
    .filter((session) => isSessionActive(session, user))
    .sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
}

/** A session as its owner sees it, and an admin. */
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

/** What a session is called outside: made from the token's hash, which cannot be made from it. */
export function publicSessionId({ _id }: Pick<ISession, '_id'>): string {
  return hashToken(`session ${_id}`).slice(0, 22)
}

/**
 * Ends one of the caller's sessions: its token stops working at once and its sockets close.
 * @param ref the `id` of its view
 * @throws AppError `not_found` when it is none of the caller's, as if it did not exist
 */
export async function revokeOwnSession(
  caller: Caller,
  ref: string,
  deps: { clock: Clock; publisher: Publisher },
): Promise<void> {
  const found = (await listOwnSessions(caller, deps.clock.now())).find(
    (session) => publicSessionId(session) === ref,
  )
  if (!found || (await deleteSessions([found], deps)) === 0) throw new AppError('not_found')
}

/**
 * Signs the caller out everywhere but here, also where a sign-in is under way. Sockets of the others close within 2 s.
 * @returns how many sessions ended
 * @throws AppError `not_signed_in` when this one has ended meanwhile: of two who end each other's at once, one is left
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
