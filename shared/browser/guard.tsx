import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { withoutSchemas } from '../contracts/call-addresses.ts'
import { ApiError } from '../contracts/client.ts'
import type { Role } from '../contracts/roles.ts'
import { t } from '../ui/texts/translate.ts'
import { useOnline } from '../ui/use-online.ts'
import { useServices } from './services.tsx'
import { endSession, signedOutAtom, tokenAtom } from './session.ts'

export type Refusal = 'nobody' | 'ended' | 'role'

type RequireRoleProps = {
  roles: readonly Role[]
  /**
   * Opens the login page and remembers the current path. Local storage is empty at that point.
   * @param why `nobody`: not signed in; `ended`: the session ended, perhaps in another tab; `role`: not
   * allowed
   */
  onRefused(reason: Refusal): void
  /** Shown while there is no network to check over; `again` checks at once. */
  offline?: (again: () => void) => ReactNode
  children: ReactNode
}

/** Delay before the next check, in ms. The return of the network triggers a check at once. */
const againMs = 3_000

/**
 * Shows its children only after the server confirms that the token's role is one of `roles`. Only a 401 or
 * 403 of our API refuses. After any other failure the session stays, a message is shown, and the check is
 * repeated every few seconds.
 */
export function RequireRole({ roles, onRefused, offline, children }: RequireRoleProps) {
  const { callWithoutSignOut, store } = useServices()
  const token = useAtomValue(tokenAtom)
  const [allowed, setAllowed] = useState<string>()
  const [tries, setTries] = useState(0)
  const online = useOnline()
  const refused = useRef(false)

  const refuse = useEffectEvent((reason: Refusal) => {
    if (refused.current || (allowed && store.get(signedOutAtom))) return
    endSession(store, token)
    // Another tab has signed in meanwhile: its token is checked next.
    if (store.get(tokenAtom)) return
    refused.current = true
    onRefused(reason)
  })
  const check = useEffectEvent(async (checkedToken: string, signal: AbortSignal) => {
    if (allowed === checkedToken) return
    const { role } = await callWithoutSignOut(withoutSchemas.validateUser, {
      body: { requiredRoles: [...roles] },
      signal,
    })
    if (signal.aborted) return
    if (roles.includes(role)) setAllowed(checkedToken)
    else refuse('role')
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` and `online` trigger another check
  useEffect(() => {
    if (!token) return refuse(allowed ? 'ended' : 'nobody')
    const unmounted = new AbortController()
    let again: ReturnType<typeof setTimeout>
    check(token, unmounted.signal).catch((error: unknown) => {
      if (unmounted.signal.aborted) return
      const status = error instanceof ApiError ? error.status : undefined
      if (status === 401 || status === 403) return refuse(status === 403 ? 'role' : 'ended')
      again = setTimeout(() => setTries((count) => count + 1), againMs)
    })
    return () => {
      unmounted.abort()
      clearTimeout(again)
    }
  }, [token, tries, online])

  if (token && allowed === token) return children
  if (!online && offline) return offline(() => setTries((count) => count + 1))
  return (
    <div className="empty" role="status">
      <p>{t('Loading...')}</p>
      {!online && <p>{t('You’re offline. This page loads automatically when you’re back online.')}</p>}
      {online && tries > 0 && (
        <p>{t('We can’t reach Jhatpat right now. You’re still signed in; retrying automatically.')}</p>
      )}
    </div>
  )
}
