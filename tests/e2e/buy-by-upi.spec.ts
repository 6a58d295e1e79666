import { diamonds, forNewPlayer } from './kit/environment.ts'
import { picture } from './kit/picture.ts'
import { fillIn, productPage, txnOf } from './kit/product-page.ts'
import { emailOf, expect, password, test } from './kit/test.ts'

test.describe('a visitor buys diamonds and pays by UPI', () => {
  test('E6 BUY-02 BUY-09 BUY-10 CALL-12 PIPE-07 CONF-03 from the home page to the delivery, without a reload', async ({
    page,
    environment,
  }) => {
    await page.goto('/')
    const trending = page.getByRole('region', { name: 'Trending', exact: true })
    await trending.getByRole('link', { name: /^Mobile Legends/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mobile Legends', exact: true })).toBeVisible()
    const product = page.url()
    const form = productPage(page)
    const wish = forNewPlayer(diamonds)
    await fillIn(page, wish)
    await expect(form.who).toContainText(/Username: \w+/)

    await form.loginFirst.click()
    await expect(page).toHaveURL(/\/login$/)
    await page.getByLabel('Email').fill(emailOf('asha'))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()

    await expect(page).toHaveURL(product)
    await expect(form.item(diamonds.item)).toBeChecked()
    await expect(form.method('UPI')).toBeChecked()
    await expect(form.first).toHaveValue(wish.input1)
    await expect(form.second).toHaveValue(diamonds.input2)

    await form.check.click()
    await expect(form.who).toContainText('Username:')
    await picture(page, 'product')
    const placed = page.waitForResponse('**/api/order/createOrder')
    await form.buy.click()
    const { data } = (await (await placed).json()) as { data: { payment_url: string } }
    await expect(page).toHaveURL(data.payment_url)
    await expect(page.getByRole('img', { name: /^QR code to pay ₹109/ })).toBeVisible()
    await picture(page, 'pay', [768, 1440])

    await environment.set('smileone', { delayMs: 3_000 })
    await page.evaluate('window.isSamePage = true')
    const id = txnOf(page)
    await environment.pay(id)
    await expect(page).toHaveURL(new RegExp(`/confirmation\\?client_txn_id=${id}$`))
    await expect(page.getByRole('heading', { name: 'ORDER PLACED SUCCESSFULLY' })).toBeVisible()
    await expect(page.locator('.order-head .st')).toHaveText('Processing')
    await expect(page.locator('.order-head .st')).toHaveText('Completed')
    await expect(page.getByText('ORDER PLACED SUCCESSFULLY')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: /^Delivered in \d+ seconds?$/ })).toBeVisible()
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    await picture(page, 'confirmation-completed')
    expect(await environment.delivered('smileone', wish.input1)).toBe(1)
  })
})
