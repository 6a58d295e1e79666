import { expect, type Locator, type Page } from '@playwright/test'

type Stop = { name: string; isMarked: boolean; isCovered: boolean }

/** Presses Tab until `goal` has the focus. Every stop on the way must show the focus, and be under no bar. */
export async function tabTo(page: Page, goal: Locator, maxStops = 60): Promise<void> {
  for (let stops = 0; stops < maxStops; stops += 1) {
    if (await hasFocus(goal)) return
    await page.keyboard.press('Tab')
    await checkStop(page)
  }
  throw new Error(`Tab does not get to ${goal} in ${maxStops} stops`)
}

/** Checks the focused element, if there is one. */
export async function checkStop(page: Page): Promise<void> {
  const stop = await page.evaluate<Stop | null>(readStop)
  if (stop) expect(stop).toEqual({ name: stop.name, isMarked: true, isCovered: false })
}

async function hasFocus(goal: Locator): Promise<boolean> {
  return (await goal.count()) > 0 && goal.first().evaluate((one) => one === document.activeElement)
}

/** Whether the focused element has a visible mark, and whether a fixed element covers its middle. */
const readStop = `(() => {
  const one = document.activeElement
  if (!one || one === document.body) return null
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
  const box = one.getBoundingClientRect()
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return {
    name: one.getAttribute('aria-label') || one.textContent.trim().slice(0, 40),
    isMarked: (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none',
    isCovered: !(top && (one.contains(top) || top.contains(one) || top.closest('label')?.contains(one))),
  }
})()`
