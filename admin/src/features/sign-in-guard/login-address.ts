import type { Refusal } from '@jhatpat/shared/browser/guard.tsx'
import { localPath } from '@jhatpat/shared/browser/local-path.ts'

/**
 * The storefront's sign-in page, with the place in the admin app to come back to: the start where that is no place of
 * this site. `here` is below `/admin`.
 * @param why `role`: that page says that the back office isn't theirs
 */
export function loginAddress(here: string, reason: Refusal): string {
  const from = (here === '/' ? undefined : localPath(`/admin${here}`)) ?? '/admin'
  return `/login?${new URLSearchParams({ from, ...(reason === 'role' ? { reason } : {}) })}`
}
