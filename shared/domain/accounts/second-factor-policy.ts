import type { Env } from '../../platform/env.ts'
import type { ISession } from './session-model.ts'
import type { IUser } from './user-model.ts'

/** What a call requires of an admin's session. */
export type SecondFactorPolicy = {
  /** Whether admins must have a second factor. */
  isRequired: boolean
  /** An admin's session expires after this time without a call; 0 or absent: only after its six hours. */
  idleMs?: number
  /** A poll by the page itself, which does not postpone the idle limit. */
  isUnattended?: boolean
  /** Accepts a session without the required code: for the set-up and for signing out. */
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

/** Whether a session is an admin's without a required code. Evaluated at each call with the user as stored now. */
export function requiresSecondFactor(
  session: Pick<ISession, 'hasSecondFactor'>,
  user: Pick<IUser, 'role' | 'hasSecondFactor'>,
  { isRequired }: SecondFactorPolicy,
): boolean {
  return user.role === 'admin' && !session.hasSecondFactor && (isRequired || user.hasSecondFactor)
}
