import type { Page, Route } from '@playwright/test'
import { fillIn, productPage, txnOf } from './kit/product-page.ts'
import { expect, test } from './kit/test.ts'
import { premium } from './kit/world.ts'

const wallet = { ...premium, paymentmode: 'wallet' } as const
const calls = '**/api/order/create*'
const asking = 'No answer yet. Asking again with the same order; you will not be charged twice.'

/** What the browser gets in place of the server's answer, which was given. */
const losses: Record<string, (route: Route) => Promise<void>> = {
  'the reply is lost': (route) => route.abort('connectionreset'),
  'a proxy answers 502': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad Gateway</html>' }),
  'our own 500 comes back': (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'internal', message: 'Something went wrong!', requestId: 'r' },
    }),
  'the reply is cut in the middle': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"msg":"Order placed.","redirec' }),
}

/** Lets so many requests reach the server and loses their answers. Returns the keys of all that were sent. */
async function loseAnswers(
  page: Page,
  times: number,
  lose: (route: Route) => Promise<void>,
): Promise<string[]> {
  const keys: string[] = []
  await page.route(calls, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    const answer = await route.fetch()
    if (keys.length > times) await route.fulfill({ response: answer })
    else await lose(route)
  })
  return keys
}

test.describe('a tap whose answer does not come', () => {
  // To the page these are one and the same (lost-answer.test.tsx has each): `E2E_FULL=1` loses an answer in every way.
  const ways = Object.entries(losses).slice(0, process.env.E2E_FULL === '1' ? undefined : 1)
  for (const [what, lose] of ways) {
    test(`makes one order and takes its money once when ${what}`, async ({ open, world }) => {
      await world.fundWallet(500)
      const [orders, balance] = [await world.countOrders(), await world.balance()]
      const page = await open('asha', `/product/${wallet.product}`)
      const keys = await loseAnswers(page, 2, lose)
      await fillIn(page, wallet)
      await productPage(page).buy.click()
      await expect(page.getByText(asking)).toBeVisible()
      await expect(page).toHaveURL(/\/confirmation\?client_txn_id=/)
      expect(new Set(keys).size).toBe(1)
      expect(keys.length).toBeGreaterThanOrEqual(3)
      expect(await world.countOrders()).toBe(orders + 1)
      const price = Number(await page.locator('.kv [data-money]').last().getAttribute('data-money'))
      expect(Math.round((await world.balance()) * 100)).toBe(Math.round((balance - price) * 100))
      await world.complete(txnOf(page))
    })
  }

  test('makes one order when the page is reloaded in between', async ({ open, world }) => {
    await world.fundWallet(500)
    const orders = await world.countOrders()
    const page = await open('asha', `/product/${wallet.product}`)
    await page.route(calls, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await fillIn(page, wallet)
    const sent = page.waitForRequest(calls)
    await productPage(page).buy.click()
    const key = (await sent).headers()['idempotency-key']
    await expect(page.getByText(asking)).toBeVisible()
    expect(await world.countOrders()).toBe(orders + 1)

    await page.unroute(calls)
    const repeated = page.waitForRequest(calls)
    await page.reload()
    expect((await repeated).headers()['idempotency-key']).toBe(key)
    await expect(page).toHaveURL(/\/confirmation\?client_txn_id=/)
    expect(await world.countOrders()).toBe(orders + 1)
    await world.complete(txnOf(page))
  })

  test('makes one order when the network is away and comes back', async ({ open, world }) => {
    const orders = await world.countOrders()
    const page = await open('asha', `/product/${premium.product}`)
    await fillIn(page, premium)
    await page.context().setOffline(true)
    await productPage(page).buy.click()
    await expect(page.getByText(/^You are offline. We ask again with the same order/)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page).toHaveURL(/\/pay\?client_txn_id=/)
    expect(await world.countOrders()).toBe(orders + 1)
  })

  test('is asked about before another order is sent, and told', async ({ open, world }) => {
    await world.fundWallet(500)
    const orders = await world.countOrders()
    const page = await open('asha', `/product/${wallet.product}`)
    const keys = await loseAnswers(page, 1, (route) => route.abort('connectionreset'))
    await fillIn(page, wallet)
    const { second, buy } = productPage(page)
    const lost = page.waitForEvent('requestfailed')
    await buy.click()
    await second.fill('9000000002')
    await lost
    await expect(page.getByText(/^Your earlier order JP-\S+ went through\.$/)).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    expect(await world.countOrders()).toBe(orders + 1)
    await page.getByRole('link', { name: 'See it' }).click()
    await expect(page.locator('.kv')).toContainText(wallet.input2)
    await world.complete(txnOf(page))
  })
})
