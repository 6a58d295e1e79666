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
export function checkFitsAlways(page: Page, within = 'body'): Promise<void> {
  return atExtremes(page, (how) => checkFits(page, how, within))
}

/** The same; in addition, no word is broken, no value or placeholder is cut, and no texts overlap. */
export function checkReadsAlways(page: Page): Promise<void> {
  return atExtremes(page, async (how) => {
    await checkFits(page, how)
    expect.soft(await page.evaluate<string[]>(findUnreadable), `${page.url()}, ${how}`).toEqual([])
  })
}

async function atExtremes(page: Page, check: (how: string) => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  if (size === null) throw new Error('the page has no size')
  await page.setViewportSize({ ...size, width: 320 })
  await check('at 320 px')
  await page.setViewportSize(size)
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await check('with letters of twice the size')
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

/** Addresses and numbers may be broken, and text that scrolls by itself may be wider. */
const findUnreadable = `(() => {
  const found = []
  const styleOf = (one) => getComputedStyle(one)
  const parentsOf = (one) => (one && one !== document.body ? [one, ...parentsOf(one.parentElement)] : [])
  const isShown = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !parentsOf(one).some((parent) => parent.matches('.visually-hidden, .skip, .rank, thead, dialog:not([open])') ||
      styleOf(parent).opacity === '0' || /auto|scroll/.test(styleOf(parent).overflowX))

  const pen = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll('input, select')) {
    if (/^(checkbox|radio|file|date|hidden)$/.test(field.type) || !isShown(field)) continue
    const style = styleOf(field)
    const text = field.matches('select') ? field.selectedOptions[0].textContent : field.value || field.placeholder
    pen.font = (field.value || field.matches('select') ? style : getComputedStyle(field, '::placeholder')).font
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    if (pen.measureText(text).width > room + 1) found.push('cut in its field: ' + text)
  }

  const range = document.createRange()
  const lines = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const parent = node.parentElement
    if (node.textContent.trim() === '' || parent.matches('script, style, option') || !isShown(parent)) continue
    for (const token of node.textContent.matchAll(/\\S+/g)) {
      if (/[\\p{N}@/]|\\p{L}\\.\\p{L}/u.test(token[0]) || styleOf(parent).hyphens === 'auto') continue
      for (const word of token[0].matchAll(/[\\p{L}\\p{M}]{2,}/gu)) {
        range.setStart(node, token.index + word.index)
        range.setEnd(node, token.index + word.index + word[0].length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => Math.round(top))
        if (new Set(tops).size > 1) found.push('broken: ' + word[0])
      }
    }
    if (parentsOf(parent).some((one) => /fixed|sticky/.test(styleOf(one).position))) continue
    range.selectNodeContents(node)
    const text = node.textContent.trim()
    for (const box of range.getClientRects()) if (box.width > 2) lines.push({ box, node, text })
  }
  const isOver = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.45 * Math.min(one.height, other.height)
  lines.forEach((one, index) => {
    const over = lines.slice(index + 1).find((other) => other.node !== one.node && isOver(one.box, other.box))
    if (over) found.push('overlap: ' + one.text + ' and ' + over.text)
  })
  return [...new Set(found)]
})()`
