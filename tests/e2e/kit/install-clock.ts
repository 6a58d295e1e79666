import type { Page } from '@playwright/test'

/**
 * Lets a test move the page's clock. For a moment that clock stands at 1970, and a page of the shop that is open then
 * takes it for a phone's wrong one: of a session it would keep six hours from there.
 */
export async function installClock(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.clock.install()
}
