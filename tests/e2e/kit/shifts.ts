import type { Page } from '@playwright/test'

/** Adds up, from the next page on, how far things on the screen jump without the visitor's doing. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
}

export function shifted(page: Page): Promise<number> {
  return page.evaluate('window.shifted')
}
