import type { Page } from '@playwright/test'
import { type BrowserEnvironment, premium } from './kit/environment.ts'
import { installClock } from './kit/install-clock.ts'
import { picture } from './kit/picture.ts'
import { expect, test } from './kit/test.ts'

const green = 'rgb(85, 222, 155)'
const amber = 'rgb(255, 194, 79)'
const red = 'rgb(255, 144, 120)'

test.describe('the back office', () => {
  test('ADM-02 the side menu collapses behind a button on small screens', async ({ open }) => {
    const page = await open('meera', '/admin')
    const menu = page.getByRole('navigation', { name: 'Admin' })
    const button = page.getByRole('button', { name: 'Open menu' })

    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(menu).toBeVisible()
    await expect(button).toBeHidden()
    for (const line of await menu.getByRole('link').all()) await expect(line).toBeInViewport({ ratio: 1 })
    await expect(menu.getByRole('button', { name: /^Meera Iyer Owner/ })).toBeInViewport({ ratio: 1 })

    await page.setViewportSize({ width: 360, height: 740 })
    await expect(menu).toBeHidden()
    await button.click()
    await expect(menu).toBeVisible()
    await menu.getByRole('button', { name: /^Meera Iyer/ }).click()
    await expect(menu.getByRole('button', { name: 'Sign out' })).toBeInViewport()
    await picture(page, 'admin-menu', [360])
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    expect(await overflow(page)).toBe(0)
  })

  test('THEME-01 its pages are dark, whatever the browser prefers', async ({ open }) => {
    const page = await open('meera', '/admin', { colorScheme: 'light' })
    for (const path of ['', '/orders', '/usersdata', '/price', '/approvals', '/wallettxn', '/txn']) {
      await page.goto(`/admin${path}`)
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
      await expect(page.locator('html'), path).toHaveCSS('background-color', 'rgb(10, 17, 20)')
      await expect(page.locator('html'), path).toHaveCSS('color-scheme', 'dark')
    }
  })

  test('ABOARD-01 the clock of a pending order is green, amber from 15 minutes, red from 25, then overdue', async ({
    open,
    environment,
  }) => {
    await placeHandOrder(environment)
    const page = await open('meera', '/admin')
    await installClock(page)
    await forgetServersTime(page)
    await page.goto('/admin/orders')
    const row = page.getByRole('list', { name: 'Pending orders' }).getByRole('listitem').last()
    const arc = row.locator('.ring .arc')
    const number = row.locator('.ring > span')

    await expect(arc).toHaveCSS('stroke', green)
    await page.clock.fastForward('15:00')
    await expect(arc).toHaveCSS('stroke', amber)
    await page.clock.fastForward('10:00')
    await expect(arc).toHaveCSS('stroke', red)
    await page.clock.fastForward('07:00')
    await expect(number).toHaveText(/^\+[23]$/)
    await expect(arc).toHaveCSS('stroke-dasharray', /^3(px)?, 3\.25(px)?$/)
    await picture(page, 'board-late')
  })

  test('E19 ABOARD-03 an admin takes Completed back by its key, and the second time it happens by itself', async ({
    open,
    environment,
  }) => {
    const orderid = await placeHandOrder(environment)
    const second = await open('imran', `/admin/orders?q=${orderid}`)
    const page = await open('meera', '/admin/orders')
    const row = page.locator(`[data-order="${orderid}"]`)
    await expect(row).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type(orderid)
    await expect(page.locator('[data-order]')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(row).toBeFocused()
    await page.keyboard.press('a')
    await expect(row.getByText('You', { exact: true })).toBeVisible()
    const code = page.getByLabel('Value 1')
    await page.keyboard.press('d')
    await expect(code).toBeFocused()
    // A code is delivered once.
    await page.keyboard.type(`X7KQ2-${orderid}`)
    // While the assignment is being saved, a row takes no further decision: presses again.
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(code).toBeHidden({ timeout: 700 })
    }).toPass()
    await expect(second.locator(`[data-order="${orderid}"]`)).toContainText('Meera Iyer is completing it')
    await expect(row.getByRole('button', { name: /^Undo completed/ })).toBeVisible()
    // A row that is busy ignores keys: presses again. The undo leads back to the form with the code in it.
    await expect(async () => {
      await page.keyboard.press('u')
      await expect(code).toHaveValue(`X7KQ2-${orderid}`, { timeout: 700 })
    }).toPass()
    await expect(second.getByRole('button', { name: /^Reassign/ })).toBeVisible()
    await expect(code).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Completed, can be undone' })).toBeVisible()
    // Closing the page now does not stop the completion.
    await page.close()
    await expect(second.locator(`[data-order="${orderid}"]:not(.left)`)).toHaveCount(0, { timeout: 12_000 })
  })

  test('E20 a second admin sees an assignment within a second, and may only take over', async ({
    open,
    environment,
  }) => {
    const orderid = await placeHandOrder(environment)
    const page = await open('meera', '/admin/orders')
    const second = await open('imran', '/admin/orders')
    const mine = page.locator(`[data-order="${orderid}"]`)
    const theirs = second.locator(`[data-order="${orderid}"]`)
    for (const one of [page, second]) await expect(one.getByText('Live', { exact: true })).toBeVisible()
    // A row far from the window is one line without its parts.
    await theirs.scrollIntoViewIfNeeded()
    await mine.getByRole('button', { name: /^Assign/ }).click()
    await expect(mine.getByText('You', { exact: true })).toBeVisible()
    await expect(theirs.getByText('Meera', { exact: true })).toBeVisible({ timeout: 1_000 })
    await expect(theirs.getByRole('button', { name: /^Completed/ })).toHaveCount(0)
    await theirs.getByRole('button', { name: /^Reassign/ }).click()
    await expect(mine.getByText('Imran', { exact: true })).toBeVisible({ timeout: 1_000 })
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Imran Khan is now assigned to',
    )
  })

  test('shows the dashboard and the board from 360 to 1440 px without scrolling sideways', async ({
    open,
    environment,
  }) => {
    const widths = [360, 768, 1024, 1200, 1366, 1440]
    const orderid = await placeHandOrder(environment)
    const page = await open('meera', '/admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // A chart is redrawn a moment after its width has changed.
      await expect.poll(() => overflow(page), `the dashboard at ${width} px`).toBe(0)
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/admin/orders')
      await expect(page.getByRole('heading', { level: 1, name: 'Pending Orders' })).toBeVisible()
      expect(await overflow(page), `the board at ${width} px`).toBe(0)
      await useRow(page, orderid)
      expect(await overflow(page), `an open row at ${width} px`).toBe(0)
    }
    await picture(page, 'board-selected')
    await environment.complete(orderid)
  })
})

test('the actions on a team member are beside the name, and below it only on a phone', async ({ open }) => {
  const page = await open('meera', '/admin/roles/team')
  const name = page.locator('b').filter({ hasText: 'Imran Khan' })
  const button = page.getByRole('button', { name: 'Sign out Imran Khan' })
  await expect(button).toBeVisible()
  for (const [width, isBeside] of [
    [360, false],
    [768, true],
    [1024, true],
    [1440, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const [at, of] = [await button.boundingBox(), await name.boundingBox()]
    expect((at?.y ?? 0) < (of?.y ?? 0) + 60, `${width} px`).toBe(isBeside)
    expect(of?.width, `${width} px`).toBeGreaterThan(60)
    expect(await overflow(page), `${width} px`).toBe(0)
  }
})

/** Nothing covers the row's button, the shortcut bar has one line, and both inputs can be read and copied. */
async function useRow(page: Page, orderid: string): Promise<void> {
  const row = page.locator(`[data-order="${orderid}"]`)
  await expect(row).toBeVisible()
  await row.getByRole('checkbox').check()
  await expect(page.getByRole('region', { name: 'Selected orders' })).toBeVisible()
  const assignButton = row.getByRole('button', { name: /^Assign/ })
  await assignButton.focus()
  const isOnTop = (button: Element) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  expect(await assignButton.evaluate(isOnTop), 'the bar of what is selected lies over its button').toBe(true)
  const keys = page.locator('.keys')
  if (await keys.isVisible()) {
    const tops = await keys
      .locator('> span:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    expect(Math.max(...tops) - Math.min(...tops), 'the bar of keys has one line').toBeLessThan(8)
    await expect(keys.locator('.keys-on')).not.toHaveText('')
  }
  await row.focus()
  const where = row.getByRole('region', { name: 'Deliver to' })
  for (const label of ['E-mail', 'Mobile number']) {
    const value = where.locator('div', { hasText: label }).locator('dd').first()
    await expect(value).not.toHaveText('')
    expect(await value.evaluate((one) => one.scrollWidth <= one.clientWidth), `${label} is in full`).toBe(
      true,
    )
    await expect(where.getByRole('button', { name: `Copy ${label}` })).toBeVisible()
  }
}

/** A customer buys an item with manual delivery. Returns the order's id, once it is on the board. */
async function placeHandOrder(environment: BrowserEnvironment): Promise<string> {
  const id = await environment.buy(premium)
  await environment.pay(id)
  await environment.untilOnBoard(id)
  return id
}

/** The server's clock does not run ahead with the page's: the time in its replies is ignored. */
async function forgetServersTime(page: Page): Promise<void> {
  await page.addInitScript(`{
    const get = Headers.prototype.get
    Headers.prototype.get = function (name) { return name === 'date' ? null : get.call(this, name) }
  }`)
}

/** How many px the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - window.innerWidth)')
}
