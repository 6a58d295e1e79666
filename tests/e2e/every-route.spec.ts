import type { BrowserContextOptions, Page } from '@playwright/test'
import { makeBoardOrder } from '../../admin/src/features/board/board-order-fixture.ts'
import { makeUnclearBatch } from '../../admin/src/features/board/unclear/unclear-batch-fixture.ts'
import { checkAxe } from './kit/axe-check.ts'
import { serveBoard } from './kit/full-board.ts'
import { checkFits, checkFitsAlways, checkReadsAlways } from './kit/layout-fits.ts'
import { checkMoney, checkTimes } from './kit/money-and-time.ts'
import { picture } from './kit/picture.ts'
import { ordersOf, visit, withIds } from './kit/route-orders.ts'
import { membersRoutes, staffRoutes, visitorsRoutes } from './kit/routes.ts'
import { expect, phone, test } from './kit/test.ts'

/** Axe's findings hardly depend on the width, and a check takes a second a page: `E2E_FULL=1` checks both. */
const isFull = process.env.E2E_FULL === '1'
const sizes: { size: string; device: BrowserContextOptions; widths: number[]; axe: boolean }[] = [
  { size: '360 px, a phone', device: phone, widths: [360], axe: true },
  {
    size: '1440 px and narrowed to 768',
    device: { viewport: { width: 1440, height: 900 } },
    widths: [768, 1440],
    axe: isFull,
  },
]
/** Submits a form empty, so that it shows its messages. */
const sendEmpty = /^(Login|Send Otp|Verify|Send the link|Save password)$/

test.describe('every route', () => {
  for (const { size, device, widths, axe } of sizes) {
    test(`THEME-01 E12 E13 E22 before the login is dark, fits, and is clean to axe, at ${size}`, async ({
      open,
    }) => {
      test.setTimeout(180_000)
      const page = await open('visitor', '/home', { ...device, colorScheme: 'light' })
      for (const [name, path] of Object.entries(visitorsRoutes)) {
        await visit(page, path)
        await check(page, axe)
        await picture(page, name, widths)
        const send = page.getByRole('main').getByRole('button', { name: sendEmpty })
        // An OTP that was never requested cannot be verified.
        if (!axe || (await send.count()) === 0 || (await send.first().isDisabled())) continue
        await send.first().click()
        await checkAxe(page)
        await picture(page, `${name}-empty`, widths)
      }
    })

    test(`THEME-01 E12 E13 E22 of an account is dark, fits, and is clean to axe, at ${size}`, async ({
      open,
      environment,
    }) => {
      test.setTimeout(180_000)
      const ids = await ordersOf(environment)
      const page = await open('asha', '/home', { ...device, colorScheme: 'light' })
      for (const [name, path] of Object.entries(membersRoutes)) {
        await visit(page, withIds(path, ids))
        await check(page, axe)
        await picture(page, name, widths)
      }
      await environment.complete(ids.paid)
    })
  }

  test('E22 in Hindi, and for a customer with a name of 60 letters, fits narrow phones and text of twice the size', async ({
    open,
    environment,
  }) => {
    test.setTimeout(180_000)
    const checkAll = async (page: Page, paths: string[]) => {
      await page.evaluate(inHindiWithLongName)
      for (const path of paths) {
        await visit(page, path)
        await expect(page.locator('html'), path).toHaveAttribute('lang', 'hi-IN')
        await checkReadsAlways(page)
      }
    }
    await checkAll(await open('visitor', '/terms-and-condition', phone), Object.values(visitorsRoutes))
    // Only now: an unpaid order expires soon.
    const ids = await ordersOf(environment)
    const page = await open('asha', '/terms-and-condition', phone)
    await checkAll(
      page,
      Object.values(membersRoutes).map((path) => withIds(path, ids)),
    )
    await page.goto(withIds(membersRoutes['confirmation-manual'], ids))
    await checkOrderHead(page)
    await page.goto('/product/mobile-legends')
    await checkWalletBalance(page)
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto('/home')
    await checkTopBar(page)
    await checkCarousel(page)
    await environment.complete(ids.paid)
  })

  for (const { size, device } of sizes.filter(({ axe }) => axe)) {
    test(`E22 what opens over a page is clean to axe, at ${size}`, async ({ open }) => {
      const page = await open('asha', '/product/mobile-legends', device)
      await expect(page.getByRole('radio').first()).toBeVisible()
      for (const [name, button] of [
        ['product-guide', 'How To Purchase ?'],
        ['product-help', 'Where do I find my ID? (?)'],
      ] as const) {
        await page.getByRole('button', { name: button }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await checkAxe(page)
        await picture(page, name)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await page.getByRole('button', { name: /^User menu/ }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await checkAxe(page)
      await picture(page, 'user-menu')
      await page.keyboard.press('Escape')
      const menu = page.getByRole('button', { name: 'Open menu' })
      if (await menu.isVisible()) {
        await menu.click()
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
        await checkAxe(page)
        await picture(page, 'menu', [360])
      }
      const first = await open('visitor', '/home', device)
      await first.evaluate("localStorage.removeItem('popupClosedOn')")
      await first.reload()
      await expect(first.getByRole('dialog')).toBeVisible()
      await checkAxe(first)
      await picture(first, 'popup')
    })
  }
})

const matrices: Record<string, readonly string[]> = { '/admin/roles': ['Permissions'] }

test('E22 every screen of the back office fits a phone, also with letters of twice the size', async ({
  open,
  environment,
}) => {
  test.setTimeout(180_000)
  const ids = await ordersOf(environment)
  const page = await open('meera', '/admin', phone)
  for (const path of Object.values(staffRoutes)) {
    await visit(page, withIds(path, ids))
    await checkFits(page, 'as it is')
    // Only what is compared by column and by row stays a table.
    const cut = page
      .locator('.table-wrap')
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.getAttribute('aria-label')),
      )
    expect(await cut, path).toEqual(matrices[path] ?? [])
    await checkFitsAlways(page)
  }
  await environment.complete(ids.paid)
})

test('E12 E22 the card of unclear purchases and the rows of the board fit, and are clean to axe, at 360 px', async ({
  open,
}) => {
  const page = await open('meera', '/admin', phone)
  const unit = { ref: 'JP26112800A-1', message: '', price: 425, cost: '', isAwaitingReading: false }
  const order = makeBoardOrder({
    orderid: 'JP26112800A',
    unitList: [{ ...unit, state: 'unknown', supplierOrderId: '', attempt: 1 }],
  })
  await serveBoard(page, [order])
  await page.route('**/api/admin/unclear-batches', (route) => route.fulfill({ json: [makeUnclearBatch()] }))
  await page.goto('/admin/orders')
  const batch = page.getByRole('region', { name: /unclear purchases/ })
  await expect(batch).toBeVisible()
  await checkFits(page, 'with nothing chosen', '.unclear')
  await batch.getByRole('button', { name: 'Delivered', exact: true }).first().click()
  await expect(batch.getByText('1 of 4 answered: 1 delivered.')).toBeVisible()
  await checkFits(page, 'with one chosen', '.unclear')
  await checkFitsAlways(page, '.unclear')
  await checkFitsAlways(page, '.board')
  await checkAxe(page)
  await picture(page, 'board-unclear')
})

const longName = 'Venkatasubramaniam Bhattacharyya-Ramachandran Krishnamurthy K'

/** The page's next load is in Hindi, with another name of the signed-in customer. */
const inHindiWithLongName = `
  localStorage.setItem('language', 'hi')
  const user = JSON.parse(localStorage.getItem('user'))
  if (user) localStorage.setItem('user', JSON.stringify({ ...user, name: '${longName}' }))`

/** A phone has no empty room between an order's status and the line below it. */
async function checkOrderHead(page: Page): Promise<void> {
  await expect(page.locator('.order-head .st-processing')).toBeVisible()
  const room = `document.querySelector('.receipt-card .tear-line').getBoundingClientRect().top -
    document.querySelector('.order-head .grow').lastElementChild.getBoundingClientRect().bottom`
  expect(await page.evaluate<number>(room)).toBeLessThan(32)
}

/** On two lines, the second one begins with the balance after the order. */
async function checkWalletBalance(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^86 Diamonds/ }).click()
  const balance = page.locator('.balance-after').filter({ hasText: '·' })
  await expect(balance).toBeVisible()
  const dotTop = `(() => {
    const text = document.querySelector('.balance-after').firstChild
    const range = document.createRange()
    const topOf = (at) => (range.setStart(text, at), range.setEnd(text, at + 1), range.getBoundingClientRect().top)
    const dot = text.textContent.indexOf('·')
    return topOf(dot) - topOf(dot - 2)
  })()`
  expect(await page.evaluate<number>(dotTop)).toBe(0)
}

/** A long name shrinks neither the logo nor the search. */
async function checkTopBar(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: new RegExp(longName) })).toBeVisible()
  const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0
  expect(await widthOf('.top .logo')).toBeGreaterThanOrEqual(140)
  expect(await widthOf('.top .search')).toBeGreaterThanOrEqual(220)
  await checkFits(page, 'at 768 px', '.top')
}

/** The button that stops the slides is next to the others, not over the text of a picture. */
async function checkCarousel(page: Page): Promise<void> {
  const stop = await page.locator('.car-stop').boundingBox()
  expect(stop?.x).toBeGreaterThan(768 / 2)
}

async function check(page: Page, axe: boolean): Promise<void> {
  const where = page.url()
  await expect(page.locator('html'), where).toHaveCSS('background-color', 'rgb(10, 17, 20)')
  await expect(page.locator('html'), where).toHaveCSS('color-scheme', 'dark')
  await checkFits(page, 'as it is')
  if (page.viewportSize()?.width === 360) await checkReadsAlways(page)
  else await checkFitsTablet(page)
  await checkMoney(page, 0)
  await checkTimes(page)
  if (axe) await checkAxe(page)
}

async function checkFitsTablet(page: Page): Promise<void> {
  await page.setViewportSize({ width: 768, height: 900 })
  await checkFits(page, 'narrowed to 768 px')
  await page.setViewportSize({ width: 1440, height: 900 })
}
