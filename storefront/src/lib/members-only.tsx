import { RequireRole } from '@jhatpat/shared/browser/guard.tsx'
import type { ReactNode } from 'react'
import { useGoToLogin } from './use-go.ts'

const roles = ['user', 'admin', 'reseller'] as const

/** For pages that the server must let one see (specification §6); others go to the login page and come back. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const goToLogin = useGoToLogin({ replace: true })
  return (
    <RequireRole roles={roles} onRefused={goToLogin}>
      {children}
    </RequireRole>
  )
}
