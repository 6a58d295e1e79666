import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import type { Stack } from '../../scripts/launcher/stack.ts'
import { phone, sessionOf, storageOf } from '../e2e/kit/session.ts'
import { provideChromium } from '../runner/chromium.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'
import { beforeLoad, settle } from './states.ts'

/** The pictures that documents show. */
const shownPictures = resolve(import.meta.dirname, '../../docs/pictures')
const shownWidths: readonly number[] = [360, 768, 1440]
/** In pixels: a taller picture is cut off there. */
const tallest = 2_600

/**
 * Takes each screenshot at every width.
 * @throws at the end, naming the failed screenshots: an outdated one does not prevent the others
 */
export async function takeScreenshots(
  stack: Stack,
  screenshots: Screenshot[],
  widths: readonly number[] = shownWidths,
): Promise<void> {
  const executablePath = await provideChromium(console.error)
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
  const faults: string[] = []
  for (const screenshot of screenshots) {
    try {
      for (const width of widths) await take(browser, stack, { screenshot, width })
    } catch (error) {
      faults.push(`${screenshot.name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  await browser.close()
  if (faults.length > 0) throw new Error(`Not taken:\n${faults.join('\n')}`)
}

async function take(
  browser: Browser,
  { url }: Stack,
  { screenshot, width }: { screenshot: Screenshot; width: number },
): Promise<void> {
  const { name, who, path, browser: asked, prepare, inHindi, state } = screenshot
  const folder = screenshot.folder ?? (shownWidths.includes(width) ? shownPictures : everyPicture)
  const context = await browser.newContext({
    ...(width < 768 ? phone : {}),
    viewport: { width, height: width < 768 ? 800 : 900 },
    baseURL: url,
    locale: 'en-IN',
    reducedMotion: 'reduce',
    storageState: storageOf(url, await sessionOf(url, who)),
  })
  if (inHindi) await context.addInitScript("localStorage.setItem('language', 'hi')")
  await asked?.(context)
  const page = await context.newPage()
  if (state) await beforeLoad[state](page)
  await page.goto(path)
  if (state === 'loading') await page.locator('.sk, [aria-busy=true]').first().waitFor()
  else if (state !== 'error') await page.locator('h1').first().waitFor()
  await prepare?.(page)
  if (state) await settle(page, state)
  else await allDrawn(page)
  // Fixed bars belong at the end of the picture; a dialog is pictured in one window.
  if ((await page.locator('dialog[open]').count()) === 0) {
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.setViewportSize({ width, height: Math.min(height, tallest) })
  }
  await page.evaluate('scrollTo(0, 0)')
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
  await context.close()
}

/** Loads also what would load only on scrolling. */
async function allDrawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const isDrawn = "[...document.images].map((one) => ((one.loading = 'eager'), one.complete)).every(Boolean)"
  await expect.poll(() => page.evaluate(isDrawn), { timeout: 15_000 }).toBe(true)
  await page.evaluate('document.fonts.ready.then(() => true)')
}
