import { useCallback } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'

/** What a mailed link carries: the user's `_id` and a token that is good once. */
export type MailedLink = { id: string; token: string }

/**
 * Takes a mailed link out of the address, where others could read it over a shoulder, in the history or as a referrer,
 * into this tab's history entry, which a reload keeps and nobody is sent.
 */
export function TakeLink({ to }: { to: string }) {
  const { id = '', token = '' } = useParams()
  return <Navigate to={to} state={{ link: { id, token } }} replace />
}

type Kept = { link?: MailedLink | undefined; done?: string | undefined; failed?: string | undefined }

/** The link that this page was opened with, until it is used; then what came of it, which a reload still shows. */
export function useMailedLink(): Kept & { keep(outcome: Omit<Kept, 'link'>): void } {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const keep = useCallback(
    (outcome: Omit<Kept, 'link'>) => navigate(pathname, { replace: true, state: outcome }),
    [navigate, pathname],
  )
  return { ...readKept(state), keep }
}

/** History entries are this app's own, but may be of a release before. */
function readKept(state: unknown): Kept {
  if (typeof state !== 'object' || state === null) return {}
  const { link, done, failed } = state as Record<string, unknown>
  return { link: readLink(link), done: textOf(done), failed: textOf(failed) }
}

function readLink(link: unknown): MailedLink | undefined {
  if (typeof link !== 'object' || link === null || !('id' in link) || !('token' in link)) return undefined
  const [id, token] = [textOf(link.id), textOf(link.token)]
  return id && token ? { id, token } : undefined
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
