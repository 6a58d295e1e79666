import { updateItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { checkAxe } from './kit/axe-check.ts'
import { type BrowserEnvironment, forNewPlayer, premium } from './kit/environment.ts'
import { installClock } from './kit/install-clock.ts'
import { picture } from './kit/picture.ts'
import { buy, fillIn, productPage } from './kit/product-page.ts'
import { expect, test } from './kit/test.ts'

test.describe('an order’s page while things happen elsewhere', () => {
  test('E3 PIPE-07 shows a new status within a second and announces it, without a reload', async ({
    open,
    environment,
  }) => {
    const page = await open('asha', '/home')
    const id = await buy(page, premium)
    await page.goto(`/confirmation?client_txn_id=${id}`)
    await expect(page.locator('.order-head .st')).toHaveText('Created')
    await environment.pay(id)
    await expect(page.locator('.order-head .st')).toHaveText('Processing')
    await page.evaluate('window.isSamePage = true')

    await environment.complete(id)
    await page
      .locator('.order-head [aria-live=polite] .st', { hasText: 'Completed' })
      .waitFor({ timeout: 1_000 })
    await expect(page.getByRole('list', { name: 'Order status' })).toContainText('Delivered')
    expect(await page.evaluate('window.isSamePage')).toBe(true)
  })

  test('E4 is right within two seconds of coming back online, and says so meanwhile', async ({
    open,
    environment,
  }) => {
    const id = await environment.buy(premium)
    const page = await open('asha', `/confirmation?client_txn_id=${id}`)
    await expect(page.locator('.order-head .st')).toHaveText('Created')

    await page.context().setOffline(true)
    await expect(page.getByText('You’re offline.')).toBeVisible()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect(page.getByText('You’re offline.')).toBeInViewport()
    await environment.pay(id)
    await environment.untilOnBoard(id)
    await environment.complete(id)
    await page.context().setOffline(false)
    await page.locator('.order-head .st', { hasText: 'Completed' }).waitFor({ timeout: 2_000 })
    await expect(page.getByText('You’re offline.')).toBeHidden()
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('status')).toHaveCount(0)
  })

  test('E4 does so after a minute and a half, when the socket has been given up', async ({
    open,
    environment,
  }) => {
    const id = await environment.buy(premium)
    const page = await open('asha', '/topup')
    await installClock(page)
    const closed = new Promise<unknown>((resolve) => {
      page.on('websocket', (socket) => socket.on('close', resolve))
    })
    await page.goto(`/confirmation?client_txn_id=${id}`)
    await expect(page.locator('.order-head .st')).toHaveText('Created')

    await page.context().setOffline(true)
    const offline = page.getByText('You’re offline.')
    await expect(offline).toBeVisible()
    await environment.pay(id)
    await environment.untilOnBoard(id)
    await environment.complete(id)
    await page.clock.fastForward(90_000)
    await closed
    // It has tried to reconnect several times.
    await page.clock.fastForward(20_000)
    await expect(page.locator('.order-head .st')).toHaveText('Created')
    await page.context().setOffline(false)
    await page.locator('.order-head .st', { hasText: 'Completed' }).waitFor({ timeout: 2_000 })
    await expect(offline).toBeHidden({ timeout: 1_000 })
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('status')).toHaveCount(0)
  })

  test('says within seconds that a second payment is in the wallet, before the order is delivered', async ({
    open,
    environment,
  }) => {
    const id = await environment.buy(forNewPlayer(premium))
    const page = await open('asha', `/confirmation?client_txn_id=${id}`)
    await environment.pay(id)
    await expect(page.locator('.order-head .st')).toHaveText('Processing')
    await environment.pay(id)
    await page
      .locator('.order-head [aria-live=polite]', { hasText: 'You paid twice. The second payment of' })
      .waitFor({ timeout: 3_000 })
    await expect(page.locator('.order-head .st')).toHaveText('Processing')
    await picture(page, 'order-paid-twice')
    await environment.complete(id)
  })

  test('CONF-04 shows the customer and the admin the same order', async ({ open, environment }) => {
    const id = await environment.buy(premium)
    await environment.pay(id)
    await environment.untilOnBoard(id)
    const customer = await open('asha', `/confirmation?client_txn_id=${id}`)
    const admin = await open('meera', '/admin/orders')
    const row = admin.locator(`[data-order="${id}"]`)
    for (const page of [customer.getByRole('region', { name: 'Order details' }), row]) {
      await expect(page).toContainText(premium.item)
      await expect(page).toContainText(premium.input1)
      await expect(page).toContainText(premium.input2)
      await expect(page).toContainText('₹')
    }
    await environment.complete(id)
  })
})

test('a product’s open page shows within seconds a price that an admin applies, and the one that is rolled back', async ({
  open,
}) => {
  const page = await open('asha', '/home')
  const socket = page.waitForEvent('websocket')
  await page.goto('/product/mobile-legends')
  const item = page.getByRole('radio', { name: /^2,195 Diamonds/ })
  await expect(item).toContainText('₹2,549')
  await socket
  await page.evaluate('window.isSamePage = true')

  const admin = await open('meera', '/admin/price?product=mobile-legends')
  await admin.getByLabel('Price of 2,195 Diamonds', { exact: true }).fill('2399')
  await admin.getByRole('button', { name: 'Apply now' }).click()
  await admin.getByText('Price updated successfully').waitFor()
  await expect(item).toContainText('₹2,399', { timeout: 3_000 })
  await admin.getByRole('button', { name: 'Roll back' }).click()
  // It can be undone for five seconds.
  await expect(item).toContainText('₹2,549', { timeout: 9_000 })
  expect(await page.evaluate('window.isSamePage')).toBe(true)
})

test('a chosen item that is sold out is named with the nearest one, and is chosen again when it is back', async ({
  open,
  environment,
}) => {
  const page = await open('asha', '/home')
  const socket = page.waitForEvent('websocket')
  await page.goto(`/product/${premium.product}`)
  await fillIn(page, premium)
  await socket
  const setStock = await stockOf(environment, premium.product, premium.item)
  const message = page.getByRole('status').filter({ hasText: premium.item })
  try {
    await setStock(false)
    await expect(message).toContainText(`${premium.item}: out of stock since`, { timeout: 5_000 })
    await expect(message.getByRole('button', { name: /^Choose / })).toBeVisible()
    await expect(productPage(page).first).toHaveValue(premium.input1)
    await picture(page, 'product-sold-out-while-open')
    await checkAxe(page)
  } finally {
    await setStock(true)
  }
  await expect(message).toContainText(`${premium.item}: back in stock`, { timeout: 5_000 })
  await expect(productPage(page).item(premium.item)).toBeChecked()
})

async function stockOf({ admin, customer }: BrowserEnvironment, productId: string, name: string) {
  const items = await customer.call(itemsOfProduct, { params: { productId } })
  const item = items.find((one) => one.name === name)
  if (!item) throw new Error(`${productId} has no ${name}`)
  const { itemid, discountedprice: price, resellprice: resellPrice } = item
  return (itemInstock: boolean) =>
    admin.call(updateItem, { params: { itemId: itemid }, body: { price, resellPrice, itemInstock } })
}
