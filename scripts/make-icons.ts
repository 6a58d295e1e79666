/**
 * Renders the icons of the installed app and of notifications from the drawn mark, in a Chromium
 * (`CHROME_PATH` names one). Run it by hand when the mark has changed and commit the result: a build needs
 * neither browser nor network.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'

const shop = fileURLToPath(new URL('../storefront/public/', import.meta.url))
const mark = await readFile(`${shop}art/mark.svg`, 'utf8')
const [, letter = ''] = /<path d="([^"]+)"/.exec(mark) ?? []
const [, pink = ''] = /<rect [^>]*fill="([^"]+)"/.exec(mark) ?? []
const [, ink = ''] = /<path [^>]*fill="([^"]+)"/.exec(mark) ?? []
if (!letter || !pink || !ink) throw new Error('art/mark.svg is not drawn as a letter on a square any more')

/**
 * Phones cut maskable icons to a circle of 80 % of the width, so the letter stays within it and the
 * background reaches the edge.
 */
const onGround = (share: number) => {
  const inset = 50 - 50 * share
  return drawing(
    `<rect width="100" height="100" fill="${pink}"/>`,
    `<path transform="translate(${inset} ${inset}) scale(${share})" d="${letter}" fill="${ink}"/>`,
  )
}

const icons: { name: string; size: number; svg: string }[] = [
  { name: 'icon-192', size: 192, svg: mark },
  { name: 'icon-512', size: 512, svg: mark },
  { name: 'maskable-512', size: 512, svg: onGround(0.68) },
  { name: 'apple-180', size: 180, svg: onGround(0.86) },
  // Android shows only the shape, in its own colour.
  { name: 'badge-96', size: 96, svg: drawing(`<path d="${letter}" fill="#fff"/>`) },
]

const executablePath = process.env.CHROME_PATH
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath ? { executablePath } : {}),
})
try {
  const page = await browser.newPage()
  for (const icon of icons) await draw(page, icon)
} finally {
  await browser.close()
}

async function draw(page: Page, { name, size, svg }: (typeof icons)[number]): Promise<void> {
  await page.setViewportSize({ width: size, height: size })
  const sized = svg.replace(/<svg /, `<svg style="display:block;width:${size}px;height:${size}px" `)
  await page.setContent(`<style>body{margin:0}</style>${sized}`)
  await page.screenshot({ path: `${shop}icons/${name}.png`, omitBackground: true })
  console.log(`icons/${name}.png`)
}

function drawing(...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${parts.join('')}</svg>`
}
