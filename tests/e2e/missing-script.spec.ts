import type { Page } from '@playwright/test'
import { productPage } from './kit/product-page.ts'
import { expect, test } from './kit/test.ts'

const notHere = { name: 'This page didn’t load' }

test.describe('a script that can’t be loaded', () => {
  test('keeps the shop around its page, which loads by itself', async ({ open }) => {
    const page = await open('asha', '/home')
    const loads = countLoads(page)
    await page.route('**/assets/wallet-screen-*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Wallet balance' }).click()
    await expect(page.getByRole('heading', notHere)).toBeVisible()
    await expect(page.getByText('Your orders and payments are not affected.')).toBeVisible()

    await page.getByRole('link', { name: 'Jhatpat, home' }).click()
    await expect(page.getByRole('heading', notHere)).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('heading', notHere)).toBeVisible()
    await page.unroute('**/assets/wallet-screen-*.js')
    await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible()

    await page.context().setOffline(true)
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Orders' }).click()
    await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
    await expect(page.getByText(/^Jhatpat reopens automatically/)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    expect(loads.count).toBe(0)
  })

  test('reloads the page once where a newer version has replaced it, and never again', async ({ open }) => {
    for (const [who, start, link, script] of [
      ['asha', '/home', 'Wallet balance', 'wallet-screen'],
      ['meera', '/admin', 'User Data', 'users-screen'],
    ] as const) {
      const page = await open(who, start)
      const loads = countLoads(page)
      await page.route(`**/assets/${script}-*.js`, (route) =>
        route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }),
      )
      await page.getByRole('link', { name: link }).first().click()
      await expect(page.getByText(/^We reloaded the app/)).toBeVisible()
      expect(loads.count, script).toBe(1)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', notHere)).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      expect(loads.count, script).toBe(2)
    }
  })

  test('loses nothing that is typed where the part is optional', async ({ open }) => {
    const page = await open('asha', '/product/mobile-legends')
    const loads = countLoads(page)
    await productPage(page).first.fill('612000001')
    let requests = 0
    await page.route('**/assets/guides-*.js', (route) => {
      requests += 1
      return route.fulfill({ status: 404, contentType: 'text/html', body: '' })
    })
    await page
      .getByRole('button', { name: /guide|how to/i })
      .first()
      .click()
    await expect.poll(() => requests).toBeGreaterThan(2)
    await expect(productPage(page).first).toHaveValue('612000001')
    expect(loads.count).toBe(0)
  })
})

/** Counts the page's loads from now on. */
function countLoads(page: Page): { count: number } {
  const loads = { count: 0 }
  page.on('load', () => {
    loads.count += 1
  })
  return loads
}
