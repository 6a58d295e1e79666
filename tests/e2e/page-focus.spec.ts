import type { Page } from '@playwright/test'
import { checkAxe } from './kit/axe-check.ts'
import { diamonds, forNewPlayer } from './kit/environment.ts'
import { picture } from './kit/picture.ts'
import { fillIn, productPage } from './kit/product-page.ts'
import { expect, phone, test } from './kit/test.ts'

/** Until then a link loads a whole page; the server does not know the name. */
async function untilScriptRuns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu of Asha Rao' }).waitFor()
  await page.waitForLoadState('networkidle')
}

test.describe('a page that opens within the app', () => {
  test('has the focus on its heading, and its title is announced, from home to the order', async ({
    open,
  }) => {
    const page = await open('asha', '/home')
    await untilScriptRuns(page)
    await page
      .getByRole('link', { name: /^Mobile Legends/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Mobile Legends' })).toBeFocused()
    await expect(page.locator('#page-title')).toHaveText('Mobile Legends top-up · Jhatpat')
    await checkAxe(page)

    await fillIn(page, forNewPlayer({ ...diamonds, paymentmode: 'wallet' }))
    await productPage(page).buy.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/confirmation/)
    await expect(page.locator('main h1')).toBeFocused()
  })

  test('is the first result after Enter in the search', async ({ open }) => {
    const page = await open('asha', '/home')
    await untilScriptRuns(page)
    await page.keyboard.press('/')
    await page.keyboard.type('bgmi')
    await expect(page.getByRole('region', { name: /^Results for/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/product/*')
    await expect(page.locator('main h1')).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('region', { name: 'Results for “bgmi”' })).toBeVisible()
  })
})

test('a search without a result offers to ask for the game', async ({ open }) => {
  const page = await open('asha', '/home?q=chess royal', phone)
  await expect(page.getByRole('heading', { name: 'No results for “chess royal”' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask for it' })).toHaveAttribute(
    'href',
    /^https:\/\/example\.com\/chat/,
  )
  await picture(page, 'search-nothing')
  await checkAxe(page)
})

test('the carousel stops at its button, and stays so', async ({ open }) => {
  const page = await open('visitor', '/home')
  await page.getByRole('button', { name: 'Pause slides' }).click()
  const current = page.locator('.pip[aria-current=true]')
  const slide = await current.getAttribute('aria-label')
  await page.mouse.move(5, 5)
  await page.waitForTimeout(7_000)
  await expect(current).toHaveAttribute('aria-label', slide ?? '')
  await expect(page.getByRole('button', { name: 'Pause slides', pressed: true })).toBeVisible()
  await picture(page, 'home-paused')
})

test('a product that is sold out shows similar products and no BUY NOW', async ({ open }) => {
  const page = await open('asha', '/product/asphalt-legends')
  const panel = page.getByRole('region', { name: 'Out of Stock' })
  await expect(panel.getByRole('link', { name: /TOP UP/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'BUY NOW' })).toHaveCount(0)
  await picture(page, 'product-sold-out')
  await checkAxe(page)
})
