import { randomUUID } from 'node:crypto'
import { addUserBalance } from '@jhatpat/shared/contracts/users.ts'
import { type BrowserEnvironment, diamonds, forNewPlayer, premium, until } from './kit/environment.ts'
import { afterBurst, keysSentTo, pressRepeatedly, slowDown, touch } from './kit/impatience.ts'
import { fillIn, productPage } from './kit/product-page.ts'
import { expect, test } from './kit/test.ts'

test.describe('a customer who taps repeatedly on a slow phone', () => {
  for (const paymentmode of ['wallet', 'upi'] as const) {
    test(`orders once by ${paymentmode}, pays once, and comes to that order`, async ({
      open,
      environment,
    }) => {
      await environment.fundWallet(2_000)
      const [orders, balance] = [await environment.countOrders(), await environment.balance()]
      const page = await open('asha', `/product/${premium.product}`, touch)
      await fillIn(page, forNewPlayer({ ...premium, paymentmode }))
      await slowDown(page)
      expect(await pressRepeatedly(page, productPage(page).buy)).toBeGreaterThan(10)
      await expect(page).toHaveURL(
        paymentmode === 'upi' ? /\/pay\?client_txn_id=/ : /\/confirmation\?client_txn_id=/,
      )
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await environment.countOrders()).toBe(orders + 1)
      const spent = balance - (await environment.balance())
      expect(spent > 0).toBe(paymentmode === 'wallet')
    })
  }

  test('is asked before ordering the same a second time, and is led to the first order', async ({
    open,
    environment,
  }) => {
    await environment.fundWallet(2_000)
    const orders = await environment.countOrders()
    const wish = forNewPlayer({ ...premium, paymentmode: 'wallet' })
    const page = await open('asha', `/product/${premium.product}`, touch)
    await fillIn(page, wish)
    await productPage(page).buy.tap()
    await page.waitForURL(/\/confirmation/)
    await page.goto(`/product/${premium.product}`)
    await fillIn(page, wish)
    await productPage(page).buy.tap()
    const asks = page.getByRole('dialog', { name: /^You ordered the same/ })
    await expect(asks).toBeVisible()
    expect(await environment.countOrders()).toBe(orders + 1)
    await afterBurst()
    await asks.getByRole('button', { name: /^Order again for/ }).tap()
    await page.waitForURL(/\/confirmation/)
    expect(await environment.countOrders()).toBe(orders + 2)
  })

  test('offers to pay the pending order, after Back from its payment', async ({ open, environment }) => {
    const orders = await environment.countOrders()
    const page = await open('asha', `/product/${premium.product}`, touch)
    await fillIn(page, forNewPlayer(premium))
    await productPage(page).buy.tap()
    await page.waitForURL(/\/pay\?client_txn_id=/)
    const pays = page.url()
    await page.goBack()
    await afterBurst()
    await productPage(page).buy.tap()
    const asks = page.getByRole('dialog', { name: /^You already have an unpaid order for this/ })
    await expect(asks.getByRole('button', { name: 'Order another' })).toBeVisible()
    await afterBurst()
    await asks.getByRole('link', { name: 'Pay for first order' }).tap()
    await page.waitForURL(pays)
    expect(await environment.countOrders()).toBe(orders + 1)
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
    await pressRepeatedly(page, page.getByRole('button', { name: 'Top Up', exact: true }))
    await expect(page).toHaveURL(/client_txn_id=/)
    expect(started.size).toBe(1)
  })

  test('redeems once, and sees the result', async ({ open, environment }) => {
    await completedOrder(environment)
    const page = await open('asha', '/redeem', touch)
    const points = page.locator('.huge')
    await expect(points).toHaveText(/^\d/)
    const before = Number((await points.textContent())?.replaceAll(',', ''))
    await page.getByLabel('Points to redeem').fill('0.5')
    const keys = keysSentTo(page, /\/points\/redeempoints$/)
    await slowDown(page)
    await pressRepeatedly(page, page.getByRole('button', { name: 'Redeem', exact: true }))
    await expect(page.getByRole('status').filter({ hasText: /points redeemed/i })).toBeVisible()
    await expect
      .poll(async () => Number((await points.textContent())?.replaceAll(',', '')))
      .toBe(before - 0.5)
    expect(keys.size).toBe(1)
  })

  test('opens one ticket for what was not received', async ({ open, environment }) => {
    const page = await open('asha', `/confirmation?client_txn_id=${await completedOrder(environment)}`, touch)
    await page.getByRole('button', { name: 'Not received' }).tap()
    const send = page
      .getByRole('region', { name: 'Not received?' })
      .getByRole('button', { name: 'Submit ticket' })
    await send.waitFor()
    const keys = keysSentTo(page, /\/not-received$/)
    const replies = keysSentTo(page, /\/not-received\/reply$/)
    await slowDown(page)
    await pressRepeatedly(page, send)
    await expect(page.getByRole('button', { name: 'Write a message' })).toBeVisible()
    expect([keys.size, replies.size]).toEqual([1, 0])
  })
})

test.describe('an admin who clicks repeatedly on a slow machine', () => {
  test('refunds one order once, and no other', async ({ open, environment }) => {
    const ids = await Promise.all([
      environment.buy(forNewPlayer(premium)),
      environment.buy(forNewPlayer(premium)),
    ])
    for (const id of ids) await environment.pay(id)
    for (const id of ids) await environment.untilOnBoard(id)
    const [id, other] = ids as [string, string]
    const balance = await environment.balance()
    const page = await open('meera', `/admin/orders?order=${id}`)
    await expect(page.locator(`[data-order="${id}"]`)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('r')
    await page.getByLabel('Reason (saved on the order)').fill('The plan is sold out')
    const keys = keysSentTo(page, /\/transition$/)
    await slowDown(page)
    await pressRepeatedly(page, page.getByRole('form').getByRole('button', { name: /Refund/ }))
    await expect(page.locator(`[data-order="${id}"]`)).toBeHidden()
    expect(keys.size).toBe(1)
    expect([await environment.statusOf(id), await environment.statusOf(other)]).toEqual([
      'Refunded',
      'Processing',
    ])
    expect(await environment.balance()).toBeGreaterThan(balance)
    await environment.complete(other)
  })

  test('approves one request, and not the one that appears in its place', async ({ open, environment }) => {
    const { userid: userId, email } = environment.user
    for (const rupees of [12_001, 12_002]) {
      const body = { userId, email, amount: rupees, reason: 'Bank slip seen' }
      await environment.admin.call(addUserBalance, { body, idempotencyKey: randomUUID() })
    }
    const page = await open('imran', '/admin/approvals')
    const keys = keysSentTo(page, /\/decide$/)
    await slowDown(page)
    await pressRepeatedly(page, page.getByRole('button', { name: 'Agree, add ₹12,001' }))
    await expect(page.getByText(/^Successfully added ₹12,001/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Agree, add ₹12,002' })).toBeVisible()
    expect(keys.size).toBe(1)
    await page.getByRole('button', { name: /^Refuse/ }).click()
    await page.getByLabel(/reason/i).fill('Asked for a test')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refuse/ })
      .click()
    await expect(page.getByRole('heading', { name: 'Nobody waits for you' })).toBeVisible()
  })
})

/** An order of the customer's that a supplier has delivered. */
async function completedOrder(environment: BrowserEnvironment): Promise<string> {
  const id = await environment.buy(forNewPlayer(diamonds))
  await environment.pay(id)
  await until(`${id} Completed`, async () => (await environment.statusOf(id)) === 'Completed' || undefined)
  return id
}
