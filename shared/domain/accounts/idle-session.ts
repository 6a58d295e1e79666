import type { SecondFactorPolicy } from './second-factor-policy.ts'
import type { ISession } from './session-model.ts'
import type { IUser } from './user-model.ts'

type SessionWithUser = [session: Pick<ISession, 'lastUsedAt'>, user: Pick<IUser, 'role'>]

/** Whether the idle limit is on and applies: it does to admins only. */
export const hasIdleLimit = ({ role }: Pick<IUser, 'role'>, { idleMs = 0 }: SecondFactorPolicy): boolean =>
  idleMs > 0 && role === 'admin'

/**
 * Whether an admin's session has been idle for too long. Its use is recorded once a minute, so it can end up to a
 * minute early, and never late.
 */
export const isIdle = ([session, user]: SessionWithUser, policy: SecondFactorPolicy, now: Date): boolean =>
  hasIdleLimit(user, policy) && now.getTime() - session.lastUsedAt.getTime() >= (policy.idleMs ?? 0)
