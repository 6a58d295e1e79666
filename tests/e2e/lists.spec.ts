import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { makeOrder, makeTransaction } from '../screens/shop-fixture.ts'
import { layoutShift, observeLayoutShifts } from './kit/layout-shifts.ts'
import { expect, test } from './kit/test.ts'

const orders = Array.from({ length: 50 }, (_, index) =>
  makeOrder({ orderid: `JP261121K7Q2${String(index).padStart(4, '0')}`, status: 'Completed' }),
)
const lines = orders.map(({ orderid }) =>
  makeTransaction({ txnid: orderid.replace('JP', 'JT'), balanceAfter: 1_840 }),
)

/** A list of fifty of 412, with each answer delayed until `before` resolves. */
async function answerLists(page: Page, before: () => Promise<unknown>): Promise<void> {
  const answer = (path: RegExp, json: object) =>
    page.route(path, async (route) => {
      await before()
      await route.fulfill({ json })
    })
  await answer(/\/api\/order\/\w+(\?|$)/, orders)
  await answer(/\/api\/order\/\w+\/count/, { matching: 412, all: 412 })
  await answer(/\/gettransactions\/\w+(\?|$)/, lines)
  await answer(/\/gettransactions\/\w+\/count/, { matching: 412, all: 412 })
}

const atOnce = () => Promise.resolve()
const heightOf = async (page: Page, row: string) =>
  Math.round((await page.locator(row).first().boundingBox())?.height ?? 0)

for (const width of [360, 1440]) {
  test(`E14 /orders and /wallet keep still while they load on a slow network, at ${width} px`, async ({
    open,
  }) => {
    const page = await open('asha', '/topup', { viewport: { width, height: 800 } })
    await page.route('**/assets/*.js', async (route) => {
      await sleep(120)
      await route.continue()
    })
    let measured = Promise.withResolvers<void>()
    await answerLists(page, () => measured.promise)
    await observeLayoutShifts(page)
    for (const [path, table] of [
      ['/orders', 'My Orders'],
      ['/wallet', 'Transactions'],
    ] as const) {
      measured = Promise.withResolvers()
      await page.goto(path)
      await expect(page.locator('.skeleton')).toHaveCSS('opacity', '1')
      await expect(page.locator('.skeleton td').nth(1)).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
      const skeletonHeight = await heightOf(page, '.skeleton tbody tr')
      expect(skeletonHeight).toBeGreaterThan(0)
      measured.resolve()
      await expect(page.getByRole('table', { name: table })).toBeVisible()
      expect(await heightOf(page, 'table[aria-label]:not(.skeleton table) tbody tr')).toBe(skeletonHeight)
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page)).toBeLessThan(0.02)
    }
  })
}

test('E14 My Orders shows no skeleton when loading ends within 200 ms', async ({ open }) => {
  const page = await open('asha', '/topup')
  await answerLists(page, atOnce)
  await page.addInitScript(`
    window.flashed = false
    const look = () => {
      const held = document.querySelector('.skeleton')
      if (held && getComputedStyle(held).opacity !== '0' && performance.now() - window.since < 200) window.flashed = true
      if (!held) window.since = performance.now()
      requestAnimationFrame(look)
    }
    window.since = 0
    look()
  `)
  await page.goto('/orders')
  await expect(page.getByRole('table', { name: 'My Orders' })).toBeVisible()
  expect(await page.evaluate('window.flashed')).toBe(false)
})

test('the whole row opens an order, and Back returns to the same scroll position of the list', async ({
  open,
}) => {
  const page = await open('asha', '/topup', { viewport: { width: 1440, height: 800 } })
  await answerLists(page, () => sleep(50))
  await page.goto('/orders?page=2')
  const row = page.getByRole('row').filter({ hasText: 'JP-261121-K7Q20030' })
  await row.scrollIntoViewIfNeeded()
  const before = await page.evaluate<number>('scrollY')
  expect(before).toBeGreaterThan(500)
  const box = await row.boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.42, (box?.y ?? 0) + (box?.height ?? 0) - 6)
  await expect(page).toHaveURL(/\/confirmation\?client_txn_id=JP261121K7Q20030$/)
  await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/orders\?page=2$/)
  await expect(row).toBeInViewport()
  await expect.poll(() => page.evaluate('scrollY')).toBe(before)
  await row.getByRole('link', { name: 'Buy again' }).click()
  await expect(page).toHaveURL(/\/product\//)
})

test('DASH-15 the profile has its table of orders on wide screens only', async ({ open }) => {
  const page = await open('asha', '/dashboard', { viewport: { width: 1440, height: 800 } })
  const history = page.getByRole('region', { name: 'Order history' })
  await expect(history.getByRole('heading', { name: 'Order history' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(history).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Order statistics' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(history).toHaveCount(0)
  expect(requests.filter((url) => /\/api\/order\//.test(url))).toEqual([])
})
