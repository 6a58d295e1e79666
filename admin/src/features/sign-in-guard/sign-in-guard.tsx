import { type Refusal, RequireRole } from '@jhatpat/shared/browser/guard.tsx'
import { localPath } from '@jhatpat/shared/browser/local-path.ts'
import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useBrowser } from '../../lib/browser.tsx'

const adminsOnly = ['admin'] as const

/** Lets admins in, and sends everyone else to the storefront's sign-in page, which leads back here. */
export function SignInGuard({ children }: { children: ReactNode }) {
  const browser = useBrowser()
  const { pathname, search } = useLocation()
  const here = useRef('')
  here.current = `${pathname}${search}`
  return (
    <RequireRole
      roles={adminsOnly}
      onRefused={(reason) => browser.leaveTo(loginAddress(here.current, reason))}
    >
      {children}
    </RequireRole>
  )
}

/**
 * The storefront's sign-in page, with the place in the admin app to come back to: the start where that is no place of
 * this site. `here` is below `/admin`.
 * @param why `role`: that page says that the back office isn't theirs
 */
function loginAddress(here: string, reason: Refusal): string {
  const from = (here === '/' ? undefined : localPath(`/admin${here}`)) ?? '/admin'
  return `/login?${new URLSearchParams({ from, ...(reason === 'role' ? { reason } : {}) })}`
}
