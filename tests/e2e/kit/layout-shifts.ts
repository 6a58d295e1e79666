import type { Page } from '@playwright/test'

/** Sums the layout shifts without user input, from the next page on. */
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
