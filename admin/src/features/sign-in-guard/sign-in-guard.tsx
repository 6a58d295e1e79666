import { RequireRole } from '@jhatpat/shared/browser/guard.tsx'
import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useBrowser } from '../../lib/browser.tsx'
import { loginAddress } from './login-address.ts'

const adminsOnly = ['admin'] as const

/** Lets admins in, and sends everyone else to the storefront's sign-in page, which leads back here. */
export function SignInGuard({ children }: { children: ReactNode }) {
  const browser = useBrowser()
  const { pathname, search } = useLocation()
  const here = useRef('')
  here.current = `${pathname}${search}`
  return (
    <RequireRole roles={adminsOnly} onRefused={(reason) => browser.leaveTo(loginAddress(here.current, reason))}>
      {children}
    </RequireRole>
  )
}
