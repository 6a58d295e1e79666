import type { Page } from '@playwright/test'

/** Adds up, from the next page on, how far things on the screen jump without the visitor's doing. */
export async function observeLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.layoutShift += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
}

export function layoutShift(page: Page): Promise<number> {
  return page.evaluate('window.layoutShift')
}
