import type { Env } from '../../platform/env.ts'
import type { ISession } from './session-model.ts'
import type { IUser } from './user-model.ts'

/** What a call asks of an admin's session. */
export type SecondFactorPolicy = {
  /** Whether admins must have a second factor here. */
  isRequired: boolean
  /** After so long without a call it is over; 0 or absent: only after its six hours. */
  idleMs?: number
  /** The page asks by itself: where there is such a limit, this does not put it off. */
  isUnattended?: boolean
  /** Lets a session through that has given none: for setting one up, and signing out. */
  allowsMissing?: boolean
}

export function secondFactorPolicy(
  env: Pick<Env, 'ADMIN_SECOND_FACTOR' | 'ADMIN_IDLE_MINUTES' | 'NODE_ENV'>,
): SecondFactorPolicy {
  const byDefault = env.NODE_ENV === 'production' ? 'required' : 'optional'
  return {
    isRequired: (env.ADMIN_SECOND_FACTOR || byDefault) === 'required',
    idleMs: env.ADMIN_IDLE_MINUTES * 60_000,
  }
}

/** Whether a session is an admin's that has given no code, where one must. Read at each call, from the user as they are. */
export function requiresSecondFactor(
  session: Pick<ISession, 'hasSecondFactor'>,
  user: Pick<IUser, 'role' | 'hasSecondFactor'>,
  { isRequired }: SecondFactorPolicy,
): boolean {
  return user.role === 'admin' && !session.hasSecondFactor && (isRequired || user.hasSecondFactor)
}
