import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import type { Page } from '@playwright/test'
import { boardActions, diceOf, noteTouches, trackOrderCalls } from './kit/board-actions.ts'
import { type BrowserEnvironment, freshPlayer, premium } from './kit/environment.ts'
import { expect, test } from './kit/test.ts'

/** Contained in each of these orders, and in no other, also not by chance: the board is searched for it. */
const mark = '774177'
const steps = 70
/** Some mixes decide little: they continue until this many decisions were made, for at most twice the steps. */
const fewestChanges = 8

/** The seeds of the random order; E2E_SEEDS replaces them. */
function seeds(): number[] {
  const given = process.env.E2E_SEEDS?.split(',').map(Number)
  return given ?? (process.env.E2E_FULL === '1' ? [11, 20_261_121] : [11])
}

test.describe('mouse and keys on five rows, in random order', () => {
  for (const seed of seeds()) {
    test(`change the order under the focus or the click, or the selected ones, and no other, seed ${seed}`, async ({
      open,
      environment,
    }) => {
      test.setTimeout(240_000)
      const meera = await open('meera', '/home')
      const touches = await noteTouches(meera)
      const calls = trackOrderCalls(meera)
      await fillBoard(environment)
      await meera.goto(`/admin/orders?q=${mark}`)
      await expect(meera.locator('[data-order]')).toHaveCount(5)
      const dice = diceOf(seed)
      const hands = boardActions(meera, dice)
      const story: string[] = []
      const changes: string[] = []
      let last = await boardNow(environment)

      for (let step = 0; step < steps || (changes.length < fewestChanges && step < 2 * steps); step += 1) {
        await fiveRows(meera, environment)
        // What was decided before takes effect after its seconds of undo: either it is still held, or it is done.
        const held = await rowsWith(meera, 'held')
        await calls.settle()
        const before = await boardNow(environment)
        // An order that needs a check is assigned a moment after its row was opened.
        const wasOpen = await opened(meera)
        // Keys act on the selected orders.
        const selected = await rowsWith(meera, 'sel')
        await touches.take()
        const { did, buys } = await hands.act()
        await calls.settle()
        const touched = new Set([
          ...(await touches.take()),
          await inFocus(meera),
          wasOpen,
          ...selected,
          ...held,
        ])
        const after = await boardNow(environment)
        story.push(did)

        const strangers = changedOf(before, after).filter((id) => !touched.has(id))
        const bought = [...after].filter(([id, { sends }]) => sends !== before.get(id)?.sends)
        expect(strangers, story.join('; ')).toEqual([])
        if (!buys) expect(bought, story.join('; ')).toEqual([])
        changes.push(...changedOf(last, after))
        last = after
      }
      expect(changes.length, `something was done: ${story.join('; ')}`).toBeGreaterThanOrEqual(fewestChanges)
      expect(new Set(changes).size).toBeGreaterThan(4)
      await clearBoard(environment)
    })
  }

  test('a unit is bought once more by its own button, and never by Enter in the reason', async ({
    open,
    environment,
  }) => {
    await fillBoard(environment)
    const id = [...(await boardNow(environment))].find(([, { hasUnits }]) => hasUnits)?.[0] ?? ''
    const meera = await open('meera', `/admin/orders?q=${mark}&order=${id}`)
    const calls = trackOrderCalls(meera)
    await expect(meera.locator(`[data-order="${id}"]`)).toBeFocused()
    await meera.keyboard.press('s')
    const dialog = meera.getByRole('dialog', { name: /^Buy unit 2 of 3 again/ })
    await expect(dialog).toContainText('It may be delivered twice')
    await expect(dialog.getByLabel(/^Reason/)).toBeFocused()
    await meera.keyboard.type('Not there')
    for (let time = 0; time < 3; time += 1) await meera.keyboard.press('Enter')
    await calls.settle()
    expect((await boardNow(environment)).get(id)?.sends).toBe(0)
    await meera.keyboard.press('Tab')
    await meera.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Buy again' })).toBeFocused()
    await meera.keyboard.press(' ')
    await expect(meera.getByText('Resent.')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect((await boardNow(environment)).get(id)?.sends).toBe(1)
    await expect(meera.getByText(/resent unit 2 of 3 after attempt 1: “Not there”/)).toBeVisible()
    await clearBoard(environment)
  })
})

type Seen = { isCompleting: boolean; staffActions: number; sends: number; hasUnits: boolean; version: number }

function changedOf(before: ReadonlyMap<string, Seen>, after: ReadonlyMap<string, Seen>): string[] {
  const changed = [...before].filter(([id, { staffActions, isCompleting }]) => {
    const now = after.get(id)
    // A completed order leaves the board seconds after the action.
    return now ? now.staffActions !== staffActions : !isCompleting
  })
  return changed.map(([id]) => id)
}

/** The order whose row has the focus: opening it may assign it. */
const inFocus = (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement?.closest('[data-order]')?.dataset.order ?? ''")

const opened = (page: Page): Promise<string> =>
  page.evaluate<string>("document.querySelector('[data-order][aria-current]')?.dataset.order ?? ''")

/** The orders of the rows with this class. */
const rowsWith = (page: Page, name: 'sel' | 'held'): Promise<string[]> =>
  page.locator(`[data-order].${name}`).evaluateAll((rows) => rows.map((row) => row.dataset.order ?? ''))

/** The server's state of the orders on the board: how often a person decided on each. */
async function boardNow(environment: BrowserEnvironment): Promise<Map<string, Seen>> {
  const all = await environment.admin.call(board.processing)
  return new Map(
    all
      .filter(({ input2 }) => input2.endsWith(mark))
      .map(({ orderid, staffActions, unitList, version, pendingCompletion }) => {
        const sends = staffActions.filter(({ action }) => action === 'retry_unit').length
        const facts = { hasUnits: unitList.length > 0, isCompleting: pendingCompletion !== null }
        return [orderid, { staffActions: staffActions.length, sends, version, ...facts }]
      }),
  )
}

/** Three orders with manual delivery, and two bundles whose second unit is rejected on every attempt. */
async function fillBoard(environment: BrowserEnvironment): Promise<void> {
  const seen = [...(await boardNow(environment)).values()].filter(({ isCompleting }) => !isCompleting)
  if (seen.length >= 5) return
  await environment.fundWallet(8_000)
  const waiting = seen.filter(({ hasUnits }) => hasUnits).length
  for (let missing = 2 - waiting; missing > 0; missing -= 1) await park(environment)
  for (let missing = 3 - (seen.length - waiting); missing > 0; missing -= 1)
    await environment.buy({ ...premium, input2: `9000${mark}`, paymentmode: 'wallet' })
}

async function park(environment: BrowserEnvironment): Promise<void> {
  const player = freshPlayer()
  const match = { userid: player }
  const refusals = { outcome: 'refuse', times: 100, match }
  await environment.set('smileone', { next: [{ outcome: 'ok', match }, refusals] })
  const bundle = { product: 'mobile-legends-ph', item: '669 Diamonds', paymentmode: 'wallet' } as const
  const id = await environment.buy({ ...bundle, input1: player, input2: mark })
  await expect
    .poll(async () => {
      const row = (await environment.admin.call(board.processing)).find(({ orderid }) => orderid === id)
      return row?.pendingReason.kind
    })
    .toBe('partly_delivered')
}

/** Replaces the orders that have left with new ones, and shows them. */
async function fiveRows(page: Page, environment: BrowserEnvironment): Promise<void> {
  await fillBoard(environment)
  const waiting = page.locator('button.new')
  await expect
    .poll(async () => {
      const isCovered = (await page.locator('dialog[open]').count()) > 0
      if (!isCovered && (await waiting.isVisible())) await waiting.click()
      return isCovered ? 5 : page.locator('[data-order]:not(.left)').count()
    })
    .toBeGreaterThanOrEqual(5)
}

async function clearBoard(environment: BrowserEnvironment): Promise<void> {
  for (const [id, { version, isCompleting }] of await boardNow(environment)) {
    if (isCompleting) continue
    await environment.admin.call(admin.assignOrder, { params: { id }, body: { action: 'assign' } })
    const body = { to: 'Cancelled' as const, version }
    await environment.admin.call(admin.transitionOrder, { params: { id }, body })
  }
}
