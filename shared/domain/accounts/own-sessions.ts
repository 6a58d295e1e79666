import type { OpenSession } from '../../contracts/accounts.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Publisher } from '../../platform/realtime.ts'
import type { Caller } from './caller.ts'
import { endSessions, removeSessions } from './end-sessions.ts'
import { type ISession, SessionModel } from './session-model.ts'
import { sessionStands } from './session-stands.ts'
import { shutSessions } from './shut-sessions.ts'
import { UserModel } from './user-model.ts'

/** Somebody's sessions that stand, the last used first. */
export async function ownSessions({ userId }: Pick<Caller, 'userId'>, now: Date): Promise<ISession[]> {
  const user = await UserModel.findById(userId).lean()
  const all = await SessionModel.find({ userId, expiresAt: { $gt: now } }).lean()
  return all
    .filter((session) => sessionStands(session, user))
    .sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
}

/** A session as its owner sees it, and an admin. */
export function sessionView(session: ISession, caller: Caller): OpenSession {
  return {
    id: sessionRef(session),
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    address: session.address,
    device: session.device,
    isThisOne: session._id === caller.sessionId,
  }
}

/** What a session is called outside: made from the token's hash, which cannot be made from it. */
export function sessionRef({ _id }: Pick<ISession, '_id'>): string {
  return hashToken(`session ${_id}`).slice(0, 22)
}

/**
 * Ends one of the caller's sessions: its token stops working at once and its sockets close.
 * @param ref the `id` of its view
 * @throws AppError `not_found` when it is none of the caller's, as if it did not exist
 */
export async function endOwnSession(
  caller: Caller,
  ref: string,
  deps: { clock: Clock; publisher: Publisher },
): Promise<void> {
  const found = (await ownSessions(caller, deps.clock.now())).find((session) => sessionRef(session) === ref)
  if (!found || (await removeSessions([found], deps)) === 0) throw new AppError('not_found')
}

/**
 * Signs the caller out everywhere but here, also where a sign-in is under way. Sockets of the others close within 2 s.
 * @returns how many sessions ended
 * @throws AppError `not_signed_in` when this one has ended meanwhile: of two who end each other's at once, one is left
 */
export async function endOtherSessions(
  caller: Caller,
  deps: { clock: Clock; publisher: Publisher },
): Promise<number> {
  const { userId, sessionId } = caller
  const user = await inTransaction((session) =>
    shutSessions(session, userId, { now: deps.clock.now(), keep: { sessionId } }),
  )
  return endSessions(user, deps)
}
