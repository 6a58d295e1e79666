import { localPath } from '@jhatpat/shared/browser/local-path.ts'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { RouterLink } from '../router-link.tsx'

/** What one page before the login hands to the next, in the history's state. */
export type ReturnState = {
  /** The page that sent the visitor to log in; they go back there afterwards. */
  from?: string | undefined
  /** Whoever was signed in may not go there. */
  isNotTheirs?: boolean | undefined
  /** What was typed on the page before. */
  email?: string | undefined
  mobile?: string | undefined
  /** What went wrong before this page, for people. */
  problem?: string | undefined
}

/** What the page before has handed on; where from also stands in the address when the admin app sends someone. */
export function useReturnState(): ReturnState {
  const state: unknown = useLocation().state
  const [params] = useSearchParams()
  const handed = typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
  const { from, email, mobile, problem } = handed
  return {
    from: localPath(textOf(from) ?? params.get('from')),
    isNotTheirs: params.get('reason') === 'role',
    ...{ email: textOf(email), mobile: textOf(mobile), problem: textOf(problem) },
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

type SignInFlowLinkProps = { to: string; className?: string; children: ReactNode }

/** Leads to another page before the login, which then knows as well where the visitor came from. */
export function SignInFlowLink({ to, className = 'link', children }: SignInFlowLinkProps) {
  const { from } = useReturnState()
  return (
    <RouterLink to={to} state={{ from } satisfies ReturnState} className={className}>
      {children}
    </RouterLink>
  )
}
