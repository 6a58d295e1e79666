import { type Refusal, RequireRole } from '@jhatpat/shared/browser/guard.tsx'
import { localPath } from '@jhatpat/shared/browser/local-path.ts'
import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useBrowser } from '../../lib/browser.tsx'

const adminsOnly = ['admin'] as const

/**
 * Shows the app to admins and sends all other visitors to the storefront's sign-in page, which
 * returns here.
 */
export function SignInGuard({ children }: { children: ReactNode }) {
  const browser = useBrowser()
  const { pathname, search } = useLocation()
  const currentPath = useRef('')
  currentPath.current = `${pathname}${search}`
  return (
    <RequireRole
      roles={adminsOnly}
      onRefused={(reason) => browser.leaveTo(loginAddress(currentPath.current, reason))}
    >
      {children}
    </RequireRole>
  )
}

/**
 * The storefront's sign-in page with the address to return to; the admin's home page if `currentPath` is
 * no address of this site. `currentPath` is relative to `/admin`.
 * @param reason `role`: that page explains that the account has no access
 */
function loginAddress(currentPath: string, reason: Refusal): string {
  const from = (currentPath === '/' ? undefined : localPath(`/admin${currentPath}`)) ?? '/admin'
  return `/login?${new URLSearchParams({ from, ...(reason === 'role' ? { reason } : {}) })}`
}
