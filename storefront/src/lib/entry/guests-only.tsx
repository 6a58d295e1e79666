import { tokenAtom, userAtom } from '@jhatpat/shared/browser/session.ts'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { pathInside } from '../addresses.ts'
import { useReturnState } from './return-path.tsx'

/**
 * For pages that are no use to who is signed in: who is, or has just signed in, goes to where they came from, or home.
 */
export function GuestsOnly() {
  const token = useAtomValue(tokenAtom)
  const user = useAtomValue(userAtom)
  const { from = '/home' } = useReturnState()
  if (!token) return <Outlet />
  // A customer whom the back office has sent here would be sent here again.
  return <GoOn to={/^\/admin\b/.test(from) && user?.role !== 'admin' ? '/home' : from} />
}

function GoOn({ to }: { to: string }) {
  const path = pathInside(to)
  useEffect(() => {
    if (path === undefined) location.replace(to)
  }, [path, to])
  return path === undefined ? null : <Navigate to={path} replace />
}
