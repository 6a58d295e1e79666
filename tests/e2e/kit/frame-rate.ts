import type { Page } from '@playwright/test'

/** @returns a function that reads how long the page's thread has worked, in ms */
export async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
}

/**
 * The number of frames that a page renders within some seconds.
 * @param scroll px that it is scrolled by with each frame
 */
export const framesIn = (page: Page, seconds: number, scroll = 0): Promise<number> =>
  page.evaluate(
    ([ms, px]) =>
      new Promise<number>((done) => {
        const end = performance.now() + ms
        let count = 0
        const next = (now: number) => {
          count += 1
          if (px > 0) window.scrollBy(0, px)
          if (now < end) requestAnimationFrame(next)
          else done(count)
        }
        requestAnimationFrame(next)
      }),
    [1_000 * seconds, scroll] as const,
  )
