import { fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { expect, type Page } from '@playwright/test'

type Amount = { text: string; value: string; isEven: boolean }

/** Compares every amount on the page, at least `fewest`, with its machine-readable value. */
export async function checkMoney(page: Page, fewest: number): Promise<void> {
  await expect.poll(() => page.locator('[data-money]').count()).toBeGreaterThanOrEqual(fewest)
  const amounts = await page.evaluate<Amount[]>(readAmounts)
  for (const { text, value, isEven } of amounts) {
    expect(text).toMatch(/^[+−]?₹(\d{1,3}|\d{1,2}(,\d{2})*,\d{3})(\.\d{2})?$/)
    expect(Number(text.replace(/[₹,+]/g, '').replace('−', '-'))).toBe(Number(value))
    expect(isEven, `the figures of ${text} have one width`).toBe(true)
  }
}

const readAmounts = `[...document.querySelectorAll('[data-money]')].map((one) => {
  const text = one.textContent
  const widthOf = (figures) => {
    const twin = one.cloneNode()
    twin.textContent = figures
    twin.style.position = 'absolute'
    one.append(twin)
    const { width } = twin.getBoundingClientRect()
    twin.remove()
    return width
  }
  return { text, value: one.dataset.money, isEven: Math.abs(widthOf('1111') - widthOf('8888')) < 0.05 }
})`

type Time = { at: string; title: string; text: string }

/** Each time is in IST, and has its full form as a tooltip. */
export async function checkTimes(page: Page): Promise<void> {
  const times = await page.evaluate<Time[]>(
    "[...document.querySelectorAll('time')].map((one) => ({ at: one.dateTime, title: one.title, text: one.textContent }))",
  )
  for (const { at, title, text } of times) {
    expect(title).toBe(fullTime(at))
    expect(title).toContain(inIndia(at))
    expect(text).toMatch(/ago|just now|[ap]m$|[A-Z][a-z]{2}/)
  }
}

/** The local time in India, computed in another way than the shop's own. */
function inIndia(at: string): string {
  const layoutShift = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString()
  const hour = Number(layoutShift.slice(11, 13))
  return `${hour % 12 || 12}${layoutShift.slice(13, 19)} ${hour < 12 ? 'am' : 'pm'} IST`
}
