import type { Locator, Page } from '@playwright/test'

/** Random numbers from a seed, so that a failed mix can be repeated. */
export type Dice = { below(limit: number): number; pick<T>(list: readonly T[]): T }

export function diceOf(seed: number): Dice {
  let state = seed
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] }
}

/**
 * Mouse and keyboard actions on the board, in random order. Each returns what it did, for the report of a
 * failure.
 */
export function boardActions(page: Page, dice: Dice) {
  const letters = ['j', 'k', 'a', 'c', 'd', 's', 'r', 'x', 'u', '.'] as const
  const dialog = page.locator('dialog[open]')
  const press = async (keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    return keys.join(' ')
  }
  const type = async (text: string) => {
    await page.keyboard.type(text)
    return `types ${JSON.stringify(text)}`
  }
  /** Clicks at the target's current place, whatever covers it, like a person. */
  const click = async (what: string, target: Locator) => {
    const all = await target.all()
    if (all.length === 0) return `no ${what}`
    const one = dice.pick(all)
    await one.scrollIntoViewIfNeeded({ timeout: 2_000 }).catch(() => undefined)
    const box = await one.boundingBox({ timeout: 2_000 }).catch(() => null)
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    return `clicks ${what}`
  }
  const row = () => click('a row', page.locator('[data-order] .col-item'))
  const nextStep = () => click('a next step', page.locator('[data-order] .col-actions > button:first-child'))
  const mouse = [
    row,
    nextStep,
    nextStep,
    () => click('a box', page.locator('[data-order] .col-select .check')),
    () => click('an answer', page.locator('.answers button')),
    () => click('the heading', page.getByRole('heading', { level: 1 })),
    () => click('back', page.getByRole('button', { name: 'Cancel' })),
    () => click('an undo', page.locator('[data-order].held .col-actions > button')),
  ]
  const keys = [
    () => press([dice.pick(letters)]),
    () => press([dice.pick(letters), dice.pick(letters), dice.pick(letters)]),
    () => press(['ArrowDown', dice.pick(letters)]),
    () => press([' ', dice.pick(letters)]),
    () => press([' ', dice.pick(['a', 'd', 'r', 'x'])]),
    () => press([' ', 'ArrowDown', ' ', dice.pick(['a', 'd', 'r', 'x'])]),
    () => press(['Escape']),
    () => press(['r', ...'so sad', 'Enter']),
    () => press(['Escape', 's']),
    () => type('sad cards, dx '),
  ]
  /** One action by mouse, the next by keyboard. */
  const both = [
    async () => `${await row()} ${await press(['a', 'd'])}`,
    async () => `${await row()} ${await press([dice.pick(letters), dice.pick(letters)])}`,
    async () => `${await nextStep()} ${await press([dice.pick(letters)])}`,
    async () => `${await nextStep()} ${await press(['d'])}`,
    async () => `${await row()} ${await press(['s'])}`,
    async () => `${await row()} ${await press(['r', ...'ok', 'Enter'])}`,
    async () => `${await press(['d'])} ${await nextStep()} ${await press(['d'])}`,
  ]
  /** Leaves the preview of the selected orders, or confirms it by Enter in the reason or by its button. */
  const inPreview = [
    () => press(['Escape']),
    () => press(['Escape', dice.pick(letters)]),
    async () => `${await click('the reason', dialog.getByLabel(/^Reason/))} ${await press(['Enter'])}`,
    () => click('confirm', dialog.locator('button[type=submit]')),
  ]
  /** Types a reason and Enter, which buys nothing; leaves; or presses the button that buys. */
  const inDialog = [
    async () => `${await type('card is dead s d')} ${await press(['Enter', 'Enter'])}`,
    () => press(['Escape']),
    async () => `${await type('Not there')} ${await click('buy', dialog.getByText('Buy again'))}`,
    async () => `${await type('Not there')} ${await press(['Tab', 'Tab', ' '])}`,
  ]
  return {
    /** One action, with whether it is the deliberate step of buying once more. */
    async act(): Promise<{ did: string; buys: boolean }> {
      if ((await dialog.getByText(/^(Skipped|Completed|Refunded to|Closes)/).count()) > 0)
        return { did: `in the preview: ${await dice.pick(inPreview)()}`, buys: false }
      if ((await dialog.count()) > 0) {
        const choice = dice.below(inDialog.length)
        return { did: `in the dialog: ${await inDialog[choice]?.()}`, buys: choice >= 2 }
      }
      return { did: await dice.pick(dice.pick([mouse, keys, both, both]))(), buys: false }
    },
  }
}

declare global {
  interface Window {
    /** The order under each key and click, '' for none. */
    touched: string[]
  }
}

/** Records in the page which order's row each key and click hit. Call it before the page is opened. */
export async function noteTouches(page: Page): Promise<{ take(): Promise<string[]> }> {
  await page.addInitScript(() => {
    window.touched = []
    const recordTouch = (element: Element | null) =>
      window.touched.push(element?.closest<HTMLElement>('[data-order]')?.dataset.order ?? '')
    addEventListener('keydown', () => recordTouch(document.activeElement), true)
    addEventListener('click', ({ target }) => recordTouch(target instanceof Element ? target : null), true)
  })
  return { take: () => page.evaluate(() => window.touched.splice(0)) }
}

/** Waits until no call about an order is in flight. */
export function trackOrderCalls(page: Page): { settle(): Promise<void> } {
  const open = new Set<unknown>()
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/admin/orders/')) open.add(request)
  })
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  const drawn = () =>
    page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))))
  return {
    async settle() {
      for (let calm = 0; calm < 3; calm = open.size === 0 ? calm + 1 : 0) await drawn()
    },
  }
}
