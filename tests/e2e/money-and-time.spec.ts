import { diamonds, premium } from './kit/environment.ts'
import { checkMoney, checkTimes } from './kit/money-and-time.ts'
import { buy, productPage } from './kit/product-page.ts'
import { expect, test } from './kit/test.ts'

test.describe('money and times on every screen', () => {
  test('E12 E13 CONST-01 is ₹1,00,000 with figures of one width, and IST in a browser in New York', async ({
    open,
    environment,
  }) => {
    const page = await open('asha', `/product/${diamonds.product}`)
    expect(await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe('America/New_York')
    await productPage(page).item('9,288 Diamonds').click()
    await checkMoney(page, 20)
    await expect(page.locator('.tot [data-money]')).toHaveText('₹10,599')

    const id = await buy(page, premium)
    await checkMoney(page, 2)
    await checkTimes(page)
    await environment.pay(id)
    await page.waitForURL(/\/confirmation\?/)
    await environment.untilOnBoard(id)
    await checkMoney(page, 2)
    await checkTimes(page)
    for (const path of ['/orders', '/wallet']) {
      await page.goto(path)
      await page.locator('time').first().waitFor()
      await checkMoney(page, 3)
      await checkTimes(page)
    }

    const admin = await open('meera', '/admin')
    await expect(admin.getByText('Sales')).toBeVisible()
    await checkMoney(admin, 1)
    await admin.goto('/admin/orders')
    await checkMoney(admin, 1)
    await environment.complete(id)
  })
})
