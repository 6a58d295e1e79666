import type { Page } from '@playwright/test'

/**
 * Lets a test move the page's clock. For a moment that clock is at 1970, and an open page of the shop would
 * take it for a phone's misconfigured clock, and compute a six-hour session from there.
 */
export async function installClock(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.clock.install()
}
