import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'

/** PICTURES is the folder of the pictures; PICTURES_ONLY names those that are taken, by default all. */
const { PICTURES: folder, PICTURES_ONLY: only } = process.env

/** Without it `picture` returns at once. */
export const takesPictures = Boolean(folder)

const widths: readonly number[] = [360, 768, 1440]
/** In pixels: a taller picture is cut off there. */
const tallest = 2_600

/**
 * Takes a picture of the page in its current state, as `<name>-<width>.png`, and restores the window. A test
 * calls it where no time is measured.
 */
export async function picture(page: Page, name: string, at = widths): Promise<void> {
  if (!folder || (only && !only.split(',').includes(name))) return
  const size = page.viewportSize()
  if (size === null) throw new Error('the page has no size')
  // Pictures take none of the test's own time.
  test.setTimeout(test.info().timeout + 60_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of at) {
    const isPhone = width < 768
    await page.setViewportSize({ width, height: isPhone ? 800 : 900 })
    const endTouch = isPhone ? await emulateTouch(page) : undefined
    await loadAll(page)
    await showWhole(page)
    const path = join(folder, `${name}-${width}.png`)
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
    await endTouch?.()
  }
  await page.setViewportSize(size)
  await page.emulateMedia({ reducedMotion: null })
}

/** Gives the page the styles of a touch screen; returns a function that ends it, unless the page had them. */
async function emulateTouch(page: Page): Promise<(() => Promise<void>) | undefined> {
  if (await page.evaluate<boolean>('navigator.maxTouchPoints > 0')) return undefined
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  return () => session.detach()
}

/** Waits for data, fonts and images, also those that load only on scrolling; a button may be busy meanwhile. */
export async function loadAll(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.sk, [aria-busy=true]:not(button)')).toHaveCount(0)
  const isLoaded = "[...document.images].map((one) => ((one.loading = 'eager'), one.complete)).every(Boolean)"
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true)
  await page.evaluate('document.fonts.ready.then(() => true)')
}

/** Fixed bars belong at the end of the picture; a dialog is pictured in one window. */
export async function showWhole(page: Page, most = tallest): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  if ((await page.locator('dialog[open]').count()) === 0) {
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.setViewportSize({ width, height: Math.min(height, most) })
  }
  await page.evaluate('scrollTo(0, 0)')
  // A chart is drawn again a moment after its width has changed.
  await page.waitForTimeout(300)
}
