import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { validateUser } from '../contracts/accounts.ts'
import { ApiError } from '../contracts/http/client.ts'
import type { Role } from '../contracts/roles.ts'
import { useServices } from './services.tsx'
import { clearSession, signedOutAtom, tokenAtom } from './session.ts'

type RequireRoleProps = {
  roles: readonly Role[]
  /** Goes to the login page, remembering where the user came from. Local storage is empty by then. */
  onRefused(): void
  children: ReactNode
}

/**
 * Shows its children only after the server has said that the token's role is one of `roles`. Only a
 * 401 or 403 of ours refuses; after anything else it keeps the session, says so and asks again every few seconds.
 */
export function RequireRole({ roles, onRefused, children }: RequireRoleProps) {
  const { callKeepingSession, store } = useServices()
  const token = useAtomValue(tokenAtom)
  const [allowed, setAllowed] = useState(false)
  const [tries, setTries] = useState(0)

  const refused = useRef(false)

  const refuse = useEffectEvent(() => {
    if (refused.current || (allowed && store.get(signedOutAtom))) return
    refused.current = true
    clearSession(store)
    onRefused()
  })
  const ask = useEffectEvent((signal: AbortSignal) =>
    callKeepingSession(validateUser, { body: { requiredRoles: [...roles] }, signal }),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again after no answer
  useEffect(() => {
    setAllowed(false)
    if (!token) return refuse()
    const gone = new AbortController()
    let again: ReturnType<typeof setTimeout>
    ask(gone.signal).then(
      ({ role }) => {
        if (gone.signal.aborted) return
        if (roles.includes(role)) setAllowed(true)
        else refuse()
      },
      (error: unknown) => {
        if (gone.signal.aborted) return
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return refuse()
        again = setTimeout(() => setTries((count) => count + 1), 3_000)
      },
    )
    return () => {
      gone.abort()
      clearTimeout(again)
    }
  }, [token, tries])

  if (!allowed) {
    return (
      <div className="empty" role="status">
        <p>Loading...</p>
        {tries > 0 && <p>The shop does not answer. You stay signed in; this page asks again by itself.</p>}
      </div>
    )
  }
  return children
}
