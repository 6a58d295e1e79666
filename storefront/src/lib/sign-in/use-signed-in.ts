import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type LoginReply, storeSession } from '@jhatpat/shared/browser/session.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { useCallback } from 'react'

/** Stores the session of a login of any kind. `GuestsOnly` redirects afterwards. */
export function useSignedIn(): (reply: LoginReply) => void {
  const { store } = useServices()
  return useCallback(({ token, user }) => storeSession(store, { token, user }), [store])
}

/** The login was correct, but the e-mail address is not verified yet: continues at /checkverification. */
export function isUnverified(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'email_unverified'
}
