import type { Page, Route } from '@playwright/test'

/** A screen without its data: loading, failed, or offline after it was shown. */
export type State = 'loading' | 'error' | 'offline'

/** The sign-in still works: without it there is no screen. */
const isDataRequest = (route: Route) => !/\/(auth\/validateuser|realtime\/)/.test(route.request().url())

/** Call it before the page is opened. */
export const beforeLoad: Record<State, (page: Page) => Promise<void>> = {
  loading: async (page) => {
    await page.route('**/api/**', async (route) => {
      if (!isDataRequest(route)) await route.continue()
    })
    await comePlain(page)
  },
  error: async (page) => {
    const json = {
      code: 'service_unavailable',
      message: 'The shop does not answer. Try again in a moment.',
      requestId: 'picture',
    }
    await page.route('**/api/**', (route) =>
      isDataRequest(route) ? route.fulfill({ status: 503, json }) : route.continue(),
    )
    await comePlain(page)
  },
  offline: async () => {},
}

/** Removes the server-rendered content and data from pages. */
async function comePlain(page: Page): Promise<void> {
  await page.route('**', async (route) => {
    const request = route.request()
    if (!request.isNavigationRequest()) return route.fallback()
    const url = new URL(request.url())
    url.search += `${url.search ? '&' : '?'}plain`
    await route.fulfill({ response: await route.fetch({ url: url.href }) })
  })
}

/** Waits until nothing moves any more: held requests never finish. */
export async function settle(page: Page, state: State): Promise<void> {
  if (state === 'offline') {
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page
      .getByText(/^You are offline/)
      .first()
      .waitFor()
  }
  // Some requests are retried before they fail.
  await page.waitForTimeout(state === 'error' ? 4_000 : 1_200)
}
