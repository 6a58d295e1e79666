import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { loadAll, showWhole } from './picture.ts'

/** SHEETS is the folder of the sheets; SHEETS_ONLY names those that are made, by default all. */
const { SHEETS: folder, SHEETS_ONLY: only } = process.env

export const takesSheets = Boolean(folder)

type Language = 'en' | 'hi'

type Screen = {
  name: string
  languages: readonly Language[]
  /** Opens the screen; called once for each language. */
  show(): Promise<void>
}

type Pane = { title: string; image: string; shownWidth: number }

/** The last one has letters of twice the size. Each pane is drawn at a part of its size. */
const panes = [
  { title: '360 px', width: 360, letters: 1, scale: 0.8 },
  { title: '768 px', width: 768, letters: 1, scale: 0.5 },
  { title: '1440 px', width: 1440, letters: 1, scale: 0.4 },
  { title: '360 px, letters of 200 %', width: 360, letters: 2, scale: 0.8 },
] as const
/** In pixels of the screen: a taller one is cut off there. */
const tallest = 1_700

/** Writes `<name>.jpg`: a screen at each width and with large letters, one row for each language. */
export async function screenSheet(page: Page, { name, languages, show }: Screen): Promise<void> {
  if (!folder || (only && !only.split(',').includes(name))) return
  const rows: Pane[][] = []
  for (const language of languages) {
    await page.evaluate(`localStorage.setItem('language', '${language}')`)
    rows.push(await panesOf(page, show))
  }
  await page.evaluate("localStorage.setItem('language', 'en')")
  const sheet = await page.context().newPage()
  await sheet.setViewportSize({ width: 1_600, height: 400 })
  await sheet.setContent(sheetOf(rows))
  await sheet.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 72, fullPage: true })
  await sheet.close()
}

async function panesOf(page: Page, show: () => Promise<void>): Promise<Pane[]> {
  const found: Pane[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await show()
  for (const { title, width, letters, scale } of panes) {
    await page.setViewportSize({ width, height: width < 768 ? 800 : 900 })
    await page.evaluate(`document.documentElement.style.fontSize = '${letters * 100}%'`)
    await loadAll(page)
    await showWhole(page, tallest)
    const image = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    found.push({ title, image: image.toString('base64'), shownWidth: width * scale })
  }
  await page.evaluate("document.documentElement.style.fontSize = ''")
  await page.emulateMedia({ reducedMotion: null })
  return found
}

const sheetOf = (rows: readonly Pane[][]) => `<!doctype html>
<style>
  body { margin: 16px; background: #fff; font: 14px sans-serif }
  .row { display: flex; gap: 16px; align-items: flex-start; margin-bottom: 24px }
  figure { margin: 0 }
  figcaption { margin-bottom: 6px; color: #333 }
  img { display: block; border: 1px solid #999 }
</style>
${rows.map((row) => `<div class="row">${row.map(figureOf).join('')}</div>`).join('')}`

const figureOf = ({ title, image, shownWidth }: Pane) =>
  `<figure><figcaption>${title}</figcaption><img width="${shownWidth}" src="data:image/png;base64,${image}"></figure>`
