import { tokenAtom } from '@jhatpat/shared/browser/session.ts'
import { useAtomValue } from 'jotai'
import { Navigate, Outlet, useLocation } from 'react-router-dom'

/** For pages of any signed-in user: without a session it opens the login page and comes back. */
export function NeedsToken() {
  const token = useAtomValue(tokenAtom)
  const { pathname, search } = useLocation()
  if (!token) return <Navigate to="/login" state={{ from: pathname + search }} replace />
  return <Outlet />
}
