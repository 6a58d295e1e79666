import type { SecondFactorPolicy } from './second-factor-policy.ts'
import type { ISession } from './session-model.ts'
import type { IUser } from './user-model.ts'

type Judged = [session: Pick<ISession, 'lastUsedAt'>, user: Pick<IUser, 'role'>]

/** Whether the limit of idle minutes is on and concerns a session: an admin's. */
export const hasIdleLimit = ({ role }: Pick<IUser, 'role'>, { idleMs = 0 }: SecondFactorPolicy): boolean =>
  idleMs > 0 && role === 'admin'

/**
 * Whether an admin's session made no call for so long that it is over. Its use is noted once a minute, so that it may
 * end up to a minute early, and never late.
 */
export const isIdle = ([session, user]: Judged, rule: SecondFactorPolicy, now: Date): boolean =>
  hasIdleLimit(user, rule) && now.getTime() - session.lastUsedAt.getTime() >= (rule.idleMs ?? 0)
