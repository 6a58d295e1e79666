import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { fillIn, productPage } from './kit/product-page.ts'
import { expect, phone, test } from './kit/test.ts'
import { forAnybody, premium } from './kit/world.ts'

const touch = { ...phone, hasTouch: true, isMobile: true }
const tapsForMs = 3_000
const everyMs = 50

/** A phone four times as slow as this machine, on a network of 400 ms and 400 kbit a second. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const throughput = 400_000 / 8
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 400 },
    ...{ downloadThroughput: throughput, uploadThroughput: throughput },
  })
}

/** Taps where the button is, whatever is there later. @returns how often */
async function tapOnAndOn(page: Page, button: Locator): Promise<number> {
  const box = (await button.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  let taps = 0
  for (const end = Date.now() + tapsForMs; Date.now() < end; taps += 1) {
    await page.touchscreen.tap(x, y)
    await sleep(everyMs)
  }
  return taps
}

test.describe('a customer who taps again and again on a slow phone', () => {
  for (const paymentmode of ['wallet', 'upi'] as const) {
    test(`orders once by ${paymentmode}, pays once, and comes to that order`, async ({ open, world }) => {
      await world.fundWallet(2_000)
      const [orders, balance] = [await world.countOrders(), await world.balance()]
      const page = await open('asha', `/product/${premium.product}`, touch)
      await fillIn(page, forAnybody({ ...premium, paymentmode }))
      await slowDown(page)
      expect(await tapOnAndOn(page, productPage(page).buy)).toBeGreaterThan(20)
      await expect(page).toHaveURL(
        paymentmode === 'upi' ? /\/pay\?client_txn_id=/ : /\/confirmation\?client_txn_id=/,
      )
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await world.countOrders()).toBe(orders + 1)
      const spent = balance - (await world.balance())
      expect(spent > 0).toBe(paymentmode === 'wallet')
    })
  }

  test('is asked before the same is ordered a second time, and leads to the first', async ({
    open,
    world,
  }) => {
    await world.fundWallet(2_000)
    const orders = await world.countOrders()
    const wish = forAnybody({ ...premium, paymentmode: 'wallet' })
    const page = await open('asha', `/product/${premium.product}`, touch)
    await fillIn(page, wish)
    await productPage(page).buy.tap()
    await page.waitForURL(/\/confirmation/)
    await page.goto(`/product/${premium.product}`)
    await fillIn(page, wish)
    await productPage(page).buy.tap()
    const asks = page.getByRole('dialog', { name: /^You ordered the same/ })
    await expect(asks).toBeVisible()
    expect(await world.countOrders()).toBe(orders + 1)
    await asks.getByRole('button', { name: /^Order again for/ }).tap()
    await page.waitForURL(/\/confirmation/)
    expect(await world.countOrders()).toBe(orders + 2)
  })

  test('offers to pay the order that waits, after Back from its payment', async ({ open, world }) => {
    const orders = await world.countOrders()
    const page = await open('asha', `/product/${premium.product}`, touch)
    await fillIn(page, forAnybody(premium))
    await productPage(page).buy.tap()
    await page.waitForURL(/\/pay\?client_txn_id=/)
    const pays = page.url()
    await page.goBack()
    await productPage(page).buy.tap()
    const asks = page.getByRole('dialog', { name: /^You have an order of this waiting for payment until/ })
    await expect(asks.getByRole('button', { name: 'Order another' })).toBeVisible()
    await asks.getByRole('link', { name: 'Pay it' }).tap()
    await page.waitForURL(pays)
    expect(await world.countOrders()).toBe(orders + 1)
  })

  test('starts one top-up', async ({ open }) => {
    const page = await open('asha', '/topup', touch)
    const started = new Set<string>()
    page.on('response', async (response) => {
      if (!response.url().endsWith('/api/wallet/topup')) return
      started.add((await response.json()).data.client_txn_id)
    })
    await page.getByLabel('Custom amount in rupees').fill('137')
    await slowDown(page)
    await tapOnAndOn(page, page.getByRole('button', { name: 'Top Up', exact: true }))
    await expect(page).toHaveURL(/client_txn_id=/)
    expect(started.size).toBe(1)
  })
})
