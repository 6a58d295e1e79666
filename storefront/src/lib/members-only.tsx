import { RequireRole } from '@jhatpat/shared/browser/guard.tsx'
import { OfflineState } from '@jhatpat/shared/ui/offline-state.tsx'
import type { ReactNode } from 'react'
import { useGoToLogin } from './use-navigate-to.ts'

const roles = ['user', 'admin', 'reseller'] as const

/** The reason ended with the session: only the next login shows whether the account is blocked. */
const endedText = 'You’ve been signed out. Please log in again.'

/**
 * For pages that need a role confirmed by the server (specification §6); others go to the login page and come
 * back.
 */
export function MembersOnly({ children }: { children: ReactNode }) {
  const goToLogin = useGoToLogin({ replace: true })
  return (
    <RequireRole
      roles={roles}
      onRefused={(reason) => goToLogin(reason === 'nobody' ? undefined : endedText)}
      offline={(again) => <OfflineState onTry={again} />}
    >
      {children}
    </RequireRole>
  )
}
