import { localPath } from '@jhatpat/shared/browser/local-path.ts'

/**
 * The storefront's sign-in page, with the place in the admin app to come back to: the start where that is no place of
 * this site. `here` is below `/admin`.
 */
export function loginAddress(here: string): string {
  const from = (here === '/' ? undefined : localPath(`/admin${here}`)) ?? '/admin'
  return `/login?${new URLSearchParams({ from })}`
}
