import { monotonicNow } from '../../platform/clock.ts'
import type { ISession } from './session-model.ts'
import type { IUser } from './user-model.ts'

/** Whether its user still lets a session in: its time is another matter. */
export function isSessionActive(
  session: Pick<ISession, 'validFrom'>,
  user: Pick<IUser, 'isBlocked' | 'sessionsValidFrom'> | null | undefined,
): boolean {
  return !!user && !user.isBlocked && session.validFrom >= user.sessionsValidFrom
}

/** The next `sessionsValidFrom`. */
export function nextValidFrom(user: Pick<IUser, 'sessionsValidFrom'>, now: Date): Date {
  return monotonicNow(user.sessionsValidFrom, now)
}
