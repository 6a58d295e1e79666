import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type LoginReply, storeSession } from '@jhatpat/shared/browser/session.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { useCallback } from 'react'

/** Keeps the session that a login of any kind was answered with. `GuestsOnly` leads on from there. */
export function useSignedIn(): (reply: LoginReply) => void {
  const { store } = useServices()
  return useCallback(({ token, user }) => storeSession(store, { token, user }), [store])
}

/** The login was right, but the e-mail address is not proved yet: it goes on at /checkverification. */
export function isUnverified(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'email_unverified'
}
