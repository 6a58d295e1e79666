import { localPath } from '@jhatpat/shared/browser/local-path.ts'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'

/** What one page before the login hands to the next, in the history's state. */
export type EntryState = {
  /** The page that sent the visitor to log in; they go back there afterwards. */
  from?: string | undefined
  /** An address that was typed on the page before. */
  email?: string | undefined
}

/** What the page before has handed on; where from also stands in the address when the admin app sends someone. */
export function useEntryState(): EntryState {
  const state: unknown = useLocation().state
  const [params] = useSearchParams()
  const handed = typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
  const from = typeof handed.from === 'string' ? handed.from : params.get('from')
  return {
    from: localPath(from),
    email: typeof handed.email === 'string' ? handed.email : undefined,
  }
}

type EntryLinkProps = { to: string; className?: string; children: ReactNode }

/** Leads to another page before the login, which then knows as well where the visitor came from. */
export function EntryLink({ to, className = 'link', children }: EntryLinkProps) {
  const { from } = useEntryState()
  return (
    <Link to={to} state={{ from } satisfies EntryState} className={className}>
      {children}
    </Link>
  )
}
