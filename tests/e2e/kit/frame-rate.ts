import type { Page } from '@playwright/test'

/** @returns a function that reads how long the page's thread has worked, in ms */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
}

/** Runs in an empty page: writes 400 rows and lays them out, twice. */
function layOutRows(): void {
  for (let turn = 0; turn < 2; turn += 1) {
    const rows = Array.from({ length: 400 }, (_one, index) => {
      const row = document.createElement('p')
      row.textContent = `${turn} ${index} ${'an order of two words '.repeat(4)}`
      return row
    })
    document.body.replaceChildren(...rows)
    document.body.getBoundingClientRect()
  }
}

/** The number of frames that a page renders within some seconds. */
export const framesIn = (page: Page, seconds: number): Promise<number> =>
  page.evaluate(
    (ms) =>
      new Promise<number>((done) => {
        const end = performance.now() + ms
        let count = 0
        const next = (now: number) => {
          count += 1
          if (now < end) requestAnimationFrame(next)
          else done(count)
        }
        requestAnimationFrame(next)
      }),
    1_000 * seconds,
  )

/**
 * Scrolls a page by `px` with each frame, back and forth.
 * @returns the seconds that the frames took
 */
export const scrollFrames = (page: Page, frames: number, px: number): Promise<number> =>
  page.evaluate(
    ([wanted, step]) =>
      new Promise<number>((done) => {
        const start = performance.now()
        let count = 0
        let way = 1
        const next = (now: number) => {
          if (count === wanted) return done((now - start) / 1_000)
          count += 1
          const { scrollY } = window
          window.scrollBy(0, step * way)
          if (window.scrollY === scrollY) way = -way
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    [frames, px] as const,
  )

/**
 * The thread's work of one step, in the calmest of some parts, as a multiple of a fixed piece of work: a slow
 * or busy machine slows both.
 * @param measure does one part and returns its number of steps
 */
export async function lowestWork(page: Page, parts: number, measure: () => Promise<number>): Promise<number> {
  const empty = await page.context().newPage()
  const [work, emptyWork] = [await workOf(page), await workOf(empty)]
  const unit = async () => {
    const before = await emptyWork()
    await empty.evaluate(layOutRows)
    return (await emptyWork()) - before
  }
  const steps: number[] = []
  const units = [await unit(), await unit()]
  for (let part = 0; part < parts; part += 1) {
    const before = await work()
    const done = await measure()
    steps.push(((await work()) - before) / done)
    units.push(await unit(), await unit())
  }
  await empty.close()
  return Math.min(...steps) / Math.min(...units)
}
