import { useCallback, useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'

/** The content of a mailed link: the user's `_id` and a single-use token. */
export type MailedLink = { id: string; token: string }

type StoredLink = { link?: MailedLink | undefined; done?: string | undefined; failed?: string | undefined }

/**
 * The link that a page was opened with, until it is used; then its result, which a reload still shows. It is
 * moved from the address, where it could be seen in the history or as a referrer, into this tab's history
 * entry, which survives a reload and is never sent.
 * @param page the page's address without a link
 */
export function useMailedLink(page: string): StoredLink & { keep(outcome: Omit<StoredLink, 'link'>): void } {
  const inAddress = readLink(useParams())
  const { state } = useLocation()
  const navigate = useNavigate()
  const keep = useCallback(
    (stored: StoredLink) => navigate(page, { replace: true, state: stored }),
    [navigate, page],
  )
  const { id, token } = inAddress ?? {}
  useEffect(() => {
    if (id && token) keep({ link: { id, token } })
  }, [id, token, keep])
  return { ...readStored(inAddress ? { link: inAddress } : state), keep }
}

/** History entries are this app's own, but may come from a previous version. */
function readStored(state: unknown): StoredLink {
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
