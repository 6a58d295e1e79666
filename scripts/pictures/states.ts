import type { Page, Route } from '@playwright/test'

/** A screen without its data: on its way, refused, or shown before the network went. */
export type State = 'loading' | 'error' | 'offline'

/** Who is signed in stays known: without that there is no screen. */
const isAsked = (route: Route) => !/\/(auth|realtime)\//.test(route.request().url())

/** Before the page is opened. */
export const beforeLoad: Record<State, (page: Page) => Promise<unknown>> = {
  loading: (page) =>
    page.route('**/api/**', async (route) => {
      if (!isAsked(route)) await route.continue()
    }),
  error: (page) =>
    page.route('**/api/**', (route) =>
      isAsked(route)
        ? route.fulfill({
            status: 503,
            json: {
              code: 'service_unavailable',
              message: 'The shop does not answer. Try again in a moment.',
              requestId: 'picture',
            },
          })
        : route.continue(),
    ),
  offline: async () => {},
}

/** Until nothing moves any more: what is held back never comes. */
export async function settle(page: Page, state: State): Promise<void> {
  if (state === 'offline') {
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page
      .getByText(/^You are offline/)
      .first()
      .waitFor()
  }
  // Some are tried again before they are given up.
  await page.waitForTimeout(state === 'error' ? 4_000 : 1_200)
}
