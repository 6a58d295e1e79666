import { expect, type Page } from '@playwright/test'

/**
 * Fails where the page scrolls sideways, an element is outside of it, text exceeds its box or its own block or is
 * cut, a word is broken, or a text of several words is squeezed into a narrow column. `within`: the part whose texts are
 * checked.
 */
export async function checkFits(page: Page, how: string, within = 'body'): Promise<void> {
  const message = `${page.url()}, ${how}`
  // A chart is drawn again a moment after its width has changed.
  await expect
    .poll(() => page.evaluate<string[]>(`(${findMisfits})('${within}')`), { message, timeout: 3_000 })
    .toEqual([])
}

/** Checks the narrowest phones, and text of twice the size; restores the page afterwards. */
export async function checkFitsAlways(page: Page, within = 'body'): Promise<void> {
  const size = page.viewportSize()
  if (size === null) throw new Error('the page has no size')
  await page.setViewportSize({ ...size, width: 320 })
  await checkFits(page, 'at 320 px', within)
  await page.setViewportSize(size)
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await checkFits(page, 'with letters of twice the size', within)
  await page.evaluate("document.documentElement.style.fontSize = ''")
}

/** A text of several words that is wrapped into a narrower column is hard to read. */
const minColumnPx = 60

/** Rows that scroll by themselves may be wider; numbers drawn over a picture are no text. */
const findMisfits = `((within) => {
  const wide = document.documentElement.clientWidth
  const found = []
  if (document.documentElement.scrollWidth > wide) found.push('the page scrolls sideways')
  const styleOf = (one) => getComputedStyle(one)
  const scrolls = (one) => /auto|scroll/.test(styleOf(one).overflowX)
  const isBox = ({ backgroundColor, borderTopWidth, overflowX }) =>
    backgroundColor !== 'rgba(0, 0, 0, 0)' || borderTopWidth !== '0px' || overflowX !== 'visible'
  const parentsOf = (one) => (one && one !== document.body ? [one, ...parentsOf(one.parentElement)] : [])
  const words = document.createTreeWalker(document.querySelector(within), NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const text = words.currentNode.textContent.trim()
    const parents = parentsOf(words.currentNode.parentElement)
    if (text === '' || parents.some((one) => one.matches('.visually-hidden, .skip, .rank, thead, script, style, dialog:not([open])'))) continue
    if (!parents[0]?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (parents.some((one) => styleOf(one).opacity === '0')) continue
    const range = document.createRange()
    range.selectNodeContents(words.currentNode)
    const { left, right, bottom } = range.getBoundingClientRect()
    if (parents.some(scrolls)) continue
    if (right > wide + 1 || left < -1) found.push('outside the page: ' + text)
    const around = parents.find((one) => isBox(styleOf(one)) && styleOf(one).display !== 'inline')?.getBoundingClientRect()
    if (around && (right > around.right + 1 || left < around.left - 1 || bottom > around.bottom + 4))
      found.push('outside its box: ' + text)
    const block = parents.find((one) => !/^(inline|contents)$/.test(styleOf(one).display))
    if (!block || styleOf(block).overflowX !== 'visible') continue
    const column = block.getBoundingClientRect()
    if (right > column.right + 1 || left < column.left - 1) found.push('wider than its block: ' + text)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    // Ids break at any sign; a word of letters in a text does not.
    if (lines > text.split(/[\\s-]+/).length && /^[\\p{L}\\s]+$/u.test(text)) found.push('breaks a word: ' + text)
    if (column.width < ${minColumnPx} && lines > 2 && text.split(/\\s+/).length > 2) found.push('in a narrow column: ' + text)
  }
  return found
})`
