import { diamonds, premium } from './kit/environment.ts'
import { picture } from './kit/picture.ts'
import { buy, fillIn, productPage, txnOf } from './kit/product-page.ts'
import { expect, test } from './kit/test.ts'

const genshin = {
  product: 'genshin-impact',
  item: '60 Genesis Crystals',
  input1: '812000003',
  input2: 'Asia',
  paymentmode: 'wallet',
} as const

test.describe('paying from the wallet', () => {
  test('CALL-14 ROLE-05 follows redirect_url to the order, and the balance falls by the price', async ({
    open,
    environment,
  }) => {
    await environment.fundWallet(500)
    const before = await environment.balance()
    const page = await open('asha', `/product/${genshin.product}`)
    await fillIn(page, genshin)
    const placed = page.waitForResponse('**/api/order/createWalletOrder')
    await productPage(page).buy.click()
    const { redirect_url } = (await (await placed).json()) as { redirect_url: string }
    await expect(page).toHaveURL(redirect_url)
    await expect(page.getByText('ORDER PLACED SUCCESSFULLY')).toBeVisible()
    await expect(page.locator('.order-head .st')).toHaveText('Completed')

    const price = Number(await page.locator('.key-values [data-money]').last().getAttribute('data-money'))
    expect(price).toBeGreaterThan(0)
    expect(Math.round((await environment.balance()) * 100)).toBe(Math.round((before - price) * 100))
    await expect(page.getByRole('link', { name: 'Wallet balance' }).locator('[data-money]')).toHaveAttribute(
      'data-money',
      String(Math.round((before - price) * 100) / 100),
    )
  })

  test('BALERR-01 BALERR-02 BALERR-03 CALL-14 leads to /balanceerror when the money does not suffice, and back to the order after the top-up', async ({
    open,
    environment,
  }) => {
    // A customer whose wallet no other journey fills.
    const page = await open('imran', `/product/${diamonds.product}`)
    const dear = { ...diamonds, item: '9,288 Diamonds', paymentmode: 'wallet' } as const
    await fillIn(page, dear)
    const { item, method, buy: buyNow, who } = productPage(page)
    await expect(method('Wallet')).toContainText(/Add ₹[\d,.]+ more/)
    await expect(page.getByRole('link', { name: /^Top up/ })).toBeInViewport()
    await picture(page, 'product-short')
    await buyNow.click()
    await expect(page).toHaveURL(/\/balanceerror$/)
    await expect(page.getByRole('heading', { name: 'Insufficient Balance' })).toBeVisible()
    await expect(page.getByText('Please add funds to your wallet to complete the transaction.')).toBeVisible()
    await page.getByRole('link', { name: 'Top-Up Wallet' }).click()
    await expect(page).toHaveURL(/\/topup\?amount=[\d.]+&product=/)
    await expect(page.getByLabel('Custom amount in rupees')).toHaveValue(/^[\d.]+$/)
    await picture(page, 'topup-amount')

    // By keyboard: the burst guard ignores a click at the place of the last one.
    await page.getByRole('button', { name: 'Top Up', exact: true }).press('Enter')
    await page.waitForURL(/\/pay\?client_txn_id=/)
    await environment.pay(txnOf(page))
    await page.getByRole('link', { name: 'Back to your order' }).click()
    await expect(item(dear.item)).toBeChecked()
    await expect(method('Wallet')).toBeChecked()
    await expect(method('Wallet')).toContainText('₹0.00 after')
    await expect(who).toContainText('Username:')
  })
})

test.describe('topping up the wallet', () => {
  test('TOPUP-02 TOPUP-07 WCONF-01 WCONF-04 goes from a preset through the payment to the wallet', async ({
    open,
    environment,
  }) => {
    const before = await environment.balance()
    const page = await open('asha', '/topup')
    await page.getByRole('radio', { name: '₹500', exact: true }).click()
    const response = page.waitForResponse('**/api/wallet/topup')
    await page.getByRole('button', { name: 'Top Up', exact: true }).click()
    const { data } = (await (await response).json()) as { data: { payment_url: string } }
    await expect(page).toHaveURL(data.payment_url)
    await expect(page.getByRole('img', { name: /^QR code to pay ₹500/ })).toBeVisible()

    await environment.pay(txnOf(page))
    await expect(page).toHaveURL(/\/walletconfirmation\?client_txn_id=/)
    await expect(page.getByRole('heading', { name: 'ORDER PLACED SUCCESSFULLY' })).toBeVisible()
    await expect(page.locator('.order-head .st')).toHaveText('Success')
    await expect(page.locator('.key-values [data-money="500"]')).toBeVisible()
    await picture(page, 'topup-completed')
    expect(Math.round((await environment.balance()) * 100)).toBe(Math.round(before * 100) + 500_00)

    await page.getByRole('link', { name: 'View Wallet' }).click()
    const after = String(Math.round((before + 500) * 100) / 100)
    await expect(page.locator('.bal [data-money]').first()).toHaveAttribute('data-money', after)
  })

  test('WAL-10 ORD-07 a customer who left before paying comes back by Verify Payment', async ({
    open,
    environment,
  }) => {
    const page = await open('asha', '/topup')
    await page.getByLabel('Custom amount in rupees').fill('250.50')
    await page.getByRole('button', { name: 'Top Up', exact: true }).click()
    await page.waitForURL(/\/pay\?client_txn_id=/)
    const topUp = txnOf(page)
    await page.goto('/wallet')
    await page
      .getByRole('row')
      .filter({ hasText: '₹250.50' })
      .getByRole('link', { name: 'Verify Payment' })
      .click()
    await expect(page).toHaveURL(new RegExp(`/walletconfirmation\\?client_txn_id=${topUp}$`))
    await environment.pay(topUp)
    await expect(page.getByRole('heading', { name: 'ORDER PLACED SUCCESSFULLY' })).toBeVisible()

    const order = await buy(page, premium)
    await page.goto('/orders')
    await page.getByRole('row').nth(1).getByRole('link', { name: 'Verify Payment' }).click()
    await expect(page).toHaveURL(new RegExp(`/confirmation\\?client_txn_id=${order}$`))
    await expect(page.getByRole('heading', { name: 'We are confirming your order' })).toBeVisible()
    await expect(page.getByText('Please do not refresh or leave the page')).toBeVisible()
    await environment.pay(order)
    await expect(page.getByRole('heading', { name: 'ORDER PLACED SUCCESSFULLY' })).toBeVisible()
    await environment.complete(order)
  })
})
