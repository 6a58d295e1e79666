import { diamonds } from './kit/environment.ts'
import { buy, productPage } from './kit/product-page.ts'
import { expect, test } from './kit/test.ts'

test.describe('the supplier rejects the player’s id for its region', () => {
  test('before payment: the id’s check says so, and nothing can be ordered', async ({
    open,
    environment,
  }) => {
    const orders = await environment.countOrders()
    const page = await open('asha', `/product/${diamonds.product}`)
    const { item, first, second, check, method, buy: button } = productPage(page)
    await item(diamonds.item).click()
    await first.fill('10000002')
    await second.fill('2001')
    await check.click()
    await expect(page.getByText(/^Recharge For This ID is not permitted\./)).toBeVisible()
    await expect(page.getByText('No order was placed. Choose another item or another product.')).toBeVisible()
    await expect(page.getByText(/supplier’s words/)).toHaveCount(0)
    await method('UPI').click()
    await button.click()
    await expect(first).toBeFocused()
    await expect(page).toHaveURL(/\/product\//)
    expect(await environment.countOrders()).toBe(orders)
  })

  test('PIPE-04 PIPE-07 STATE-05 after payment: the order becomes Refunded by itself and the money is in the wallet, once', async ({
    open,
    environment,
  }) => {
    const before = await environment.balance()
    const page = await open('asha', '/home')
    const id = await buy(page, { ...diamonds, input1: '10000004' })
    await environment.pay(id)

    await expect(page.locator('.order-head .st')).toHaveText('Refunded')
    await expect(page.getByRole('heading', { level: 1, name: '₹109 refunded to your wallet' })).toBeVisible()
    expect(Math.round((await environment.balance()) * 100)).toBe(Math.round(before * 100) + 109_00)
    expect(await environment.delivered('smileone', '10000004')).toBe(0)
    await expect(page.getByText('The account is of another region.')).toBeVisible()
    await expect(page.locator('body')).not.toContainText('players in Indonesia')

    const now = Math.round((before + 109) * 100) / 100
    await expect(page.locator('.holds [data-money]')).toHaveAttribute('data-money', String(now))
    await expect(page.getByRole('link', { name: 'Buy again' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Other products' })).toHaveAttribute('href', '/home')
    await page.getByRole('link', { name: 'Choose another item' }).click()
    await expect(productPage(page).item(diamonds.item)).toBeVisible()
    await page.goBack()

    await page.getByRole('link', { name: 'View Wallet' }).click()
    await expect(page).toHaveURL(/\/wallet$/)
    const balance = page.locator('.bal [data-money]').first()
    await expect(balance).toHaveAttribute('data-money', String(Math.round((before + 109) * 100) / 100))
    const newest = page.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(1)
    await expect(newest).toContainText('Credit')
    await expect(newest).toContainText('+₹109')
    await expect(page.locator(`a[href*="${id}"]`)).toHaveCount(1)
    await newest.getByRole('link').first().click()
    await expect(page).toHaveURL(new RegExp(`client_txn_id=${id}$`))
  })
})
