import { localPath } from '@jhatpat/shared/browser/local-path.ts'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { RouterLink } from '../router-link.tsx'

/** What one page before the login passes to the next, in the history's state. */
export type ReturnState = {
  /** The page that sent the visitor to log in; they return there afterwards. */
  from?: string | undefined
  /** The previously signed-in user is not allowed there. */
  isNotTheirs?: boolean | undefined
  /** The input of the previous page. */
  email?: string | undefined
  mobile?: string | undefined
  /** What failed before this page, for people. */
  problem?: string | undefined
}

/**
 * The state passed by the previous page; the return path is also in the address when the admin app redirects
 * here.
 */
export function useReturnState(): ReturnState {
  const state: unknown = useLocation().state
  const [params] = useSearchParams()
  const handed = typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
  const { from, email, mobile, problem } = handed
  return {
    from: localPath(textOf(from) ?? params.get('from')),
    isNotTheirs: params.get('reason') === 'role',
    email: textOf(email),
    mobile: textOf(mobile),
    problem: textOf(problem),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

type SignInFlowLinkProps = { to: string; className?: string; children: ReactNode }

/** Links to another page before the login, and passes the return path on. */
export function SignInFlowLink({ to, className = 'link', children }: SignInFlowLinkProps) {
  const { from } = useReturnState()
  return (
    <RouterLink to={to} state={{ from } satisfies ReturnState} className={className}>
      {children}
    </RouterLink>
  )
}
