/** The storefront's sign-in page, with the place in the admin app to come back to. `here` is below `/admin`. */
export function loginAddress(here: string): string {
  const from = here === '/' ? '/admin' : `/admin${here}`
  return `/login?${new URLSearchParams({ from })}`
}
