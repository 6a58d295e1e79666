import type { OrderStatus } from '@jhatpat/shared/contracts/order-status.ts'
import type { Locator } from '@playwright/test'
import { makeOrder, makeTransaction } from '../screens/shop-fixture.ts'
import { premium } from './kit/environment.ts'
import { afterBurst } from './kit/impatience.ts'
import { layoutShift, observeLayoutShifts } from './kit/layout-shifts.ts'
import { picture } from './kit/picture.ts'
import { expect, phone, test } from './kit/test.ts'

const amber = 'rgb(255, 194, 79)'
const green = 'rgb(85, 222, 155)'
const red = 'rgb(255, 144, 120)'

const mobileLegends = '/product/mobile-legends'

test.describe('the home page', () => {
  test('HOME-13 Trending is one row of cards that scrolls sideways', async ({ open }) => {
    const page = await open('visitor', '/home', phone)
    const trending = page.getByRole('region', { name: 'Trending products' })
    const cards = trending.locator('a.card')
    await expect(cards.nth(2)).toBeAttached()
    await expect(cards.last()).not.toBeInViewport()
    // What the server has rendered is rendered once more when the script is loaded.
    await expect(async () => {
      expect(new Set(await topsOf(cards)).size).toBe(1)
      await cards.last().scrollIntoViewIfNeeded()
    }).toPass()
    await expect(cards.last()).toBeInViewport()
    await expect(cards.first()).not.toBeInViewport()
  })

  test('HOME-18 the grids have 2 columns on a phone, and up to 5 on a computer', async ({ open }) => {
    const page = await open('visitor', '/home')
    for (const [width, columns] of [
      [360, 2],
      [768, 3],
      [1000, 4],
      [1440, 5],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      for (const section of ['Discounts', 'Games', 'OTTs', 'Others']) {
        const grid = page.getByRole('region', { name: section, exact: true }).locator('.grid-p')
        await hasColumns(grid, columns)
      }
    }
  })
})

test.describe('a product’s page', () => {
  test('PROD-06 PROD-07 the item grid has 2 columns, and 3 on large screens', async ({ open }) => {
    const page = await open('visitor', mobileLegends)
    for (const [width, columns] of [
      [360, 2],
      [768, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await hasColumns(page.getByRole('radiogroup', { name: 'Items' }), columns)
    }
  })

  for (const width of process.env.E2E_FULL === '1' ? [360, 1440] : []) {
    test(`keeps BUY NOW in its place while it loads, at ${width} px`, async ({ open }) => {
      const page = await open('asha', '/topup', { viewport: { width, height: 800 } })
      await page.route('**/api/{product,item}/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 900))
        await route.continue()
      })
      await page.route('**/purchase-panel-*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 600))
        await route.continue()
      })
      await observeLayoutShifts(page)
      await page.goto(mobileLegends)
      const buy = page.locator('.btn', { hasText: 'BUY NOW' }).filter({ visible: true })
      await expect(buy).toBeVisible()
      // An element that is being rendered again has no position.
      await expect.poll(async () => (await placeOf(buy)).x).toBeGreaterThan(0)
      const before = await placeOf(buy)
      await expect(page.getByRole('radiogroup', { name: 'Items' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect.poll(() => placeOf(buy)).toEqual(before)
      expect(await layoutShift(page)).toBeLessThan(0.02)
    })
  }

  test('TOAST-04 has BUY NOW on the first screen of a computer of 1440 × 900, and notifications at the top right', async ({
    open,
  }) => {
    const page = await open('asha', mobileLegends, { viewport: { width: 1440, height: 900 } })
    const buy = page.getByRole('button', { name: 'BUY NOW' }).filter({ visible: true })
    await page.getByRole('radiogroup', { name: 'Items' }).waitFor()
    await expect(buy).toBeInViewport({ ratio: 1 })
    await buy.click()
    const box = await page.getByRole('region', { name: 'Notifications' }).getByRole('alert').boundingBox()
    expect(box).not.toBeNull()
    expect(box?.y).toBeLessThan(160)
    expect(1440 - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThan(40)
    await picture(page, 'product-missing')
  })
})

test('E2 a first page’s content is painted before its script loads, and stays as the script renders it', async ({
  open,
}) => {
  const page = await open('visitor', '/refund-policy', phone)
  await observeLayoutShifts(page)
  await page.addInitScript(`
    window.largest = ''
    new PerformanceObserver((list) => {
      const { url, size } = list.getEntries().at(-1)
      window.largest = [new URL(url || location.href).pathname, size].join(' ')
    }).observe({ type: 'largest-contentful-paint', buffered: true })`)
  const largest = () => page.evaluate<string>('window.largest')
  for (const path of ['/home', mobileLegends, '/login']) {
    const scriptDelay = Promise.withResolvers<void>()
    await page.route('**/assets/index-*.js', async (route) => {
      await scriptDelay.promise
      await route.continue()
    })
    const reply = await page.goto(path, { waitUntil: 'commit' })
    const scripts = (await reply?.text())?.match(/rel="modulepreload"/g) ?? []
    expect(scripts.length, path).toBeLessThanOrEqual(6)
    await expect.poll(largest, path).not.toBe('')
    await expect(page.locator('main img').first(), path).toHaveJSProperty('complete', true)
    await expect(page.locator('.first')).toHaveCount(1)
    const before = await largest()
    scriptDelay.resolve()
    await expect(page.locator('.first')).toHaveCount(0)
    await expect(page.locator('button:enabled').first()).toBeVisible()
    expect(await largest(), path).toBe(before)
    const [painted, asked] = await page.evaluate<[number, number]>(`[
      performance.getEntriesByName('first-contentful-paint')[0].startTime,
      performance.getEntriesByType('resource').find(({ name }) => /index-.*js$/.test(name)).startTime,
    ]`)
    expect(asked, path).toBeGreaterThanOrEqual(painted)
    expect(await layoutShift(page), path).toBeLessThan(0.02)
    await page.unroute('**/assets/index-*.js')
  }
})

test.describe('on a phone', () => {
  test('search, a product’s note and an order’s id are there', async ({ open }) => {
    const page = await open('asha', '/topup', phone)
    const found = (title: string) => page.getByRole('region', { name: `Results for “${title}”` })
    const search = page.getByRole('searchbox', { name: 'Search games and OTT plans' })
    await page.getByRole('button', { name: 'Search', exact: true }).tap()
    await expect(search).toBeFocused()
    await expect(page.getByRole('search')).toHaveCSS('opacity', '1')
    await search.fill('bgmi')
    await search.press('Enter')
    await expect(found('bgmi').getByRole('link', { name: /PUBG Mobile/ })).toBeVisible()
    await picture(page, 'search')
    await search.fill('freefire')
    await found('freefire')
      .getByRole('link', { name: /Free Fire/ })
      .tap()
    await expect(page.getByText('Indian server only.')).toBeVisible()

    await page.route('**/api/order/*', (route) => route.fulfill({ json: [makeOrder()] }))
    await page.goto('/orders')
    await expect(page.getByRole('table', { name: 'My Orders' }).getByText('JP-261121-K7Q2MD')).toBeVisible()
  })
})

test('the lists of payments and policies in the footer stand line by line, on a phone too', async ({
  open,
}) => {
  const page = await open('visitor', '/refund-policy')
  const footer = page.getByRole('contentinfo')
  const links = footer.getByRole('link', { name: /Terms|Policy/ })
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    // The content above is still loading.
    await expect(async () => {
      const payments = await footer.locator('.lines').boundingBox()
      const [first, last] = [await links.first().boundingBox(), await links.last().boundingBox()]
      expect(first?.y, `${width} px`).toBe(payments?.y)
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBe((payments?.y ?? 0) + (payments?.height ?? 0))
    }).toPass({ timeout: 5_000 })
  }
})

test.describe('Back on a phone', () => {
  test('closes what is open over the page, and only then leaves it', async ({ open }) => {
    const page = await open('asha', '/orders', phone)
    await page.goto(mobileLegends)
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const openMenu = () => page.getByRole('button', { name: 'Open menu' }).tap()
    const isOnProduct = () => expect(page).toHaveURL(new RegExp(`${mobileLegends}$`))
    const userMenu = page.getByRole('menu')

    await openMenu()
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toHaveCount(0)
    await isOnProduct()
    await page.getByRole('button', { name: /^User menu/ }).tap()
    await expect(userMenu).toBeVisible()
    await page.goBack()
    await expect(userMenu).toHaveCount(0)
    await isOnProduct()

    await openMenu()
    await menu.getByRole('link', { name: 'Wallet' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'My Wallet' })).toBeVisible()
    await page.goBack()
    await isOnProduct()
    await openMenu()
    // Close is where the menu's button was: the burst guard ignores a tap there at once.
    await afterBurst()
    await menu.getByRole('button', { name: 'Close' }).tap()
    await expect(menu).toHaveCount(0)
    await expect.poll(() => page.evaluate('history.state?.over')).toBeUndefined()
    await page.goBack()
    await expect(page).toHaveURL(/\/orders$/)
  })
})

test('a receipt is one sheet of paper, with nothing of the shop around it', async ({ open, environment }) => {
  const id = await environment.buy(premium)
  await environment.pay(id)
  await environment.untilOnBoard(id)
  const page = await open('asha', `/receipt?client_txn_id=${id}`, { viewport: { width: 1440, height: 900 } })
  await expect(page.getByRole('article')).toContainText('Not delivered yet')
  await page.emulateMedia({ media: 'print' })
  for (const part of ['banner', 'contentinfo', 'button'] as const) {
    await expect(page.getByRole(part)).toHaveCount(0)
  }
  await expect(page.getByRole('article')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
  await picture(page, 'receipt-print')
  await environment.complete(id)
})

test.describe('the colours of a status', () => {
  test('STATE-03 STATE-04 STATE-05 amber for Processing, green for Completed, red for any other', async ({
    open,
  }) => {
    const page = await open('asha', '/topup')
    const colours = Object.entries({
      Processing: amber,
      Completed: green,
      Created: red,
      Refunded: red,
      Cancelled: red,
      Failed: red,
    }) as [OrderStatus, string][]
    const rows = colours.map(([status], at) => makeOrder({ status, orderid: `JP261121K7Q2000${at}` }))
    await page.route('**/api/order/*', (route) => route.fulfill({ json: rows }))
    await page.goto('/orders')
    const table = page.getByRole('table', { name: 'My Orders' })
    for (const [status, colour] of colours) {
      await expect(table.getByText(status, { exact: true }), status).toHaveCSS('color', colour)
    }
    await picture(page, 'orders-statuses')
  })

  test('WAL-12 and WAL-13 of transactions and their types', async ({ open }) => {
    const page = await open('asha', '/topup')
    const rows = [
      makeTransaction(),
      makeTransaction({ txnid: 'JW261121AAAAAA', type: 'Debit', status: 'Refunded' }),
    ]
    await page.route('**/api/wallet/gettransactions/*', (route) => route.fulfill({ json: rows }))
    await page.goto('/wallet')
    const table = page.getByRole('table', { name: 'Transactions' })
    await expect(table.getByText('Success', { exact: true })).toHaveCSS('color', green)
    await expect(table.getByText('Refunded', { exact: true })).toHaveCSS('color', red)
    await expect(table.getByText('Credit', { exact: true })).toHaveCSS('color', green)
    await expect(table.getByText('Debit', { exact: true })).not.toHaveCSS('color', green)
    await picture(page, 'wallet-statuses')
  })
})

/** Passes when the grid has this many columns. */
async function hasColumns(grid: Locator, count: number): Promise<void> {
  await expect(grid).toHaveCSS('grid-template-columns', new RegExp(`^\\S+( \\S+){${count - 1}}$`))
}

async function topsOf(cards: Locator): Promise<number[]> {
  const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()))
  return boxes.map((box) => Math.round(box?.y ?? 0))
}

async function placeOf(thing: Locator) {
  const box = await thing.boundingBox()
  return { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0) }
}
