import type { Page } from '@playwright/test'
import { expect, test } from './kit/test.ts'
import { premium, type World } from './kit/world.ts'

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

    await page.setViewportSize({ width: 360, height: 740 })
    await expect(menu).toBeHidden()
    await button.click()
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('button', { name: 'Sign out' })).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    expect(await overflow(page)).toBe(0)
  })

  test('ABOARD-01 the clock of a pending order is green, amber from 15 minutes, red from 25, then over', async ({
    open,
    world,
  }) => {
    await placeHandOrder(world)
    const page = await open('meera', '/admin')
    await page.clock.install()
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
  })

  test('ABOARD-03 an admin works from the list to Completed without a mouse', async ({ open, world }) => {
    const orderid = await placeHandOrder(world)
    const page = await open('meera', '/admin/orders')
    const row = page.locator(`[data-order="${orderid}"]`)
    await expect(row).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type(orderid)
    await expect(page.locator('[data-order]')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(row).toBeFocused()
    await page.keyboard.press('c')
    await expect(row.getByText('You', { exact: true })).toBeVisible()
    await page.keyboard.press('d')
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Completed.')
  })

  test('a second admin sees a claim within a second, and may only take over', async ({ open, world }) => {
    const orderid = await placeHandOrder(world)
    const page = await open('meera', '/admin/orders')
    const second = await open('imran', '/admin/orders')
    const mine = page.locator(`[data-order="${orderid}"]`)
    const theirs = second.locator(`[data-order="${orderid}"]`)
    for (const one of [page, second]) await expect(one.getByText('Live', { exact: true })).toBeVisible()
    await mine.getByRole('button', { name: /^Claim/ }).click()
    await expect(mine.getByText('You', { exact: true })).toBeVisible()
    await expect(theirs.getByText('Meera', { exact: true })).toBeVisible({ timeout: 1_000 })
    await expect(theirs.getByRole('button', { name: /^Completed/ })).toHaveCount(0)
    await theirs.getByRole('button', { name: /^Take over/ }).click()
    await expect(mine.getByText('Imran', { exact: true })).toBeVisible({ timeout: 1_000 })
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Imran Khan took over')
  })

  for (const width of [360, 768, 1200, 1366, 1440]) {
    test(`shows the dashboard and the board at ${width} px without scrolling sideways`, async ({
      open,
      world,
    }) => {
      const orderid = await placeHandOrder(world)
      const page = await open('meera', '/admin', { viewport: { width, height: 900 } })
      for (const [path, title] of [
        ['/admin', 'Dashboard'],
        ['/admin/orders', 'Pending Orders'],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        if (path === '/admin/orders') await expect(page.locator(`[data-order="${orderid}"]`)).toBeVisible()
        expect(await overflow(page)).toBe(0)
      }
    })
  }
})

/** A customer buys what a person has to deliver. Answers the order's id, once it is on the board. */
async function placeHandOrder(world: World): Promise<string> {
  const id = await world.buy(premium)
  await world.pay(id)
  await world.untilOnBoard(id)
  return id
}

/** The server's clock does not run ahead with the page's: what its replies say of the time is not heard. */
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
