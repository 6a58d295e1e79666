import AxeBuilder from '@axe-core/playwright'
import { checkFits, checkFitsAlways } from './kit/layout-fits.ts'
import { picture } from './kit/picture.ts'
import { productPage } from './kit/product-page.ts'
import { expect, phone, test } from './kit/test.ts'

const longName = `${'A'.repeat(28)} ${'B'.repeat(24)} Krishna`

test.describe('what a customer types into an order', () => {
  test('becomes digits and two fields, and is held against the rules of the product', async ({ open }) => {
    const page = await open('asha', '/product/mobile-legends', {
      ...phone,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { first, second } = productPage(page)
    await first.fill('१२३४५६७८९')
    await expect(first).toHaveValue('123456789')
    await first.fill('')
    await page.evaluate("navigator.clipboard.writeText('ID: ६१२००० Server: २००१')")
    await first.click()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(first).toHaveValue('612000')
    await expect(second).toHaveValue('2001')
    await first.fill('612')
    await second.focus()
    await expect(page.getByText('Enter 6 to 12 digits as User ID.')).toBeVisible()
    await picture(page, 'product-input-rule')
    await checkFitsAlways(page, 'main')
    const axe = await new AxeBuilder({ page }).include('main').analyze()
    expect(axe.violations).toEqual([])
  })

  test('shows a server’s whole name on the narrowest phones', async ({ open }) => {
    const page = await open('asha', '/product/genshin-impact', {
      ...phone,
      viewport: { width: 320, height: 700 },
    })
    await expect(productPage(page).second).toBeVisible()
    await checkFits(page, 'at 320 px', 'main')
    await picture(page, 'product-servers')
  })
})

test('a name of 60 letters leaves room for the search and stays on the page', async ({ open }) => {
  const page = await open('asha', '/home')
  await page.evaluate(
    `localStorage.setItem('user', JSON.stringify({ ...JSON.parse(localStorage.getItem('user')), name: '${longName}' }))`,
  )
  for (const [width, path] of [
    [320, '/dashboard'],
    [360, '/home'],
    [768, '/home'],
    [768, '/dashboard'],
    [1440, '/home'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await checkFits(page, `at ${width} px`)
    const box = await page.locator('.top .search').boundingBox()
    if (width >= 768) expect(box?.width, `search at ${width} px`).toBeGreaterThan(200)
    await picture(page, `long-name${path.replace('/', '-')}-${width}`, [width])
  }
})

test('a name from right to left leaves the brackets of the id where they are', async ({ open }) => {
  const page = await open('asha', '/product/honor-of-kings', phone)
  const { first, second } = productPage(page)
  await first.fill('6120001234')
  await second.fill('اب')
  const row = page.getByRole('region', { name: 'Payment method' }).getByText('6120001234')
  await expect(row).toHaveText('6120001234 (\u2068اب\u2069)')
})
