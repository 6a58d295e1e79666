// cspell:ignore redirec
import type { Page, Route } from '@playwright/test'
import { forNewPlayer, premium } from './kit/environment.ts'
import { afterBurst } from './kit/impatience.ts'
import { fillIn, productPage, txnOf } from './kit/product-page.ts'
import { expect, test } from './kit/test.ts'

const wallet = { ...premium, paymentmode: 'wallet' } as const
const calls = '**/api/order/create*'
const asking = 'No response yet. Retrying, you won’t be charged twice.'

/** What the browser gets instead of the server's answer. */
type Loss = (route: Route) => Promise<void>
const losses = {
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
} satisfies Record<string, Loss>
const lost = losses['the reply is lost']
const cut = losses['the reply is cut in the middle']

/**
 * Lets the requests reach the server and replaces the first answers, each in its way. Returns the
 * idempotency keys of all requests.
 */
async function loseAnswers(page: Page, ways: readonly Loss[]): Promise<string[]> {
  const keys: string[] = []
  await page.route(calls, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    const answer = await route.fetch()
    const lose = ways[keys.length - 1]
    await (lose ? lose(route) : route.fulfill({ response: answer }))
  })
  return keys
}

test.describe('a tap whose answer is lost', () => {
  // To the page these are the same (lost-answer.test.tsx has each), so that a quick run takes two of them
  // alternately here and a cut reply in the next test: `E2E_FULL=1` takes each of the four by itself too,
  // including our own 500.
  const each = Object.entries(losses).map(([what, lose]): [string, Loss[]] => [what, [lose, lose]])
  const inTurn: [string, Loss[]] = [
    'the reply is lost, then a proxy answers 502',
    [lost, losses['a proxy answers 502']],
  ]
  for (const [what, ways] of process.env.E2E_FULL === '1' ? [...each, inTurn] : [inTurn]) {
    test(`makes one order and takes its money once when ${what}`, async ({ open, environment }) => {
      await environment.fundWallet(500)
      const [orders, balance] = [await environment.countOrders(), await environment.balance()]
      const page = await open('asha', `/product/${wallet.product}`)
      const keys = await loseAnswers(page, ways)
      await fillIn(page, forNewPlayer(wallet))
      await productPage(page).buy.click()
      await expect(page.getByText(asking)).toBeVisible()
      await expect(page).toHaveURL(/\/confirmation\?client_txn_id=/)
      expect(new Set(keys).size).toBe(1)
      expect(keys.length).toBeGreaterThanOrEqual(3)
      expect(await environment.countOrders()).toBe(orders + 1)
      const price = Number(await page.locator('.key-values [data-money]').last().getAttribute('data-money'))
      expect(Math.round((await environment.balance()) * 100)).toBe(Math.round((balance - price) * 100))
      await environment.complete(txnOf(page))
    })
  }

  test('makes one order when the page is reloaded in between', async ({ open, environment }) => {
    await environment.fundWallet(500)
    const orders = await environment.countOrders()
    const page = await open('asha', `/product/${wallet.product}`)
    await page.route(calls, async (route) => {
      await route.fetch()
      await cut(route)
    })
    await fillIn(page, forNewPlayer(wallet))
    await productPage(page).buy.click()
    await expect(page.getByText(asking)).toBeVisible()
    expect(await environment.countOrders()).toBe(orders + 1)

    const again: string[] = []
    page.on('request', (request) => {
      if (/order\/create/.test(request.url())) again.push(request.url())
    })
    await page.reload()
    await expect(page.getByText('Order placed')).toBeVisible()
    await expect(page).toHaveURL(/\/confirmation\?client_txn_id=/)
    expect(again).toEqual([])
    expect(await environment.countOrders()).toBe(orders + 1)
    await environment.complete(txnOf(page))
  })

  test('orders nothing after a tap while offline, then or later', async ({ open, environment }) => {
    const orders = await environment.countOrders()
    const page = await open('asha', `/product/${premium.product}`)
    await fillIn(page, forNewPlayer(premium))
    await page.context().setOffline(true)
    await productPage(page).buy.click()
    await expect(page.getByText('You’re offline. No order was placed.')).toBeVisible()
    await page.context().setOffline(false)
    await page.goto('/home')
    await page.goto(`/product/${premium.product}`)
    await expect(productPage(page).buy).toBeVisible()
    expect(await environment.countOrders()).toBe(orders)
  })

  test('orders nothing after “Don’t order”, also when the request arrives later', async ({
    open,
    environment,
  }) => {
    const orders = await environment.countOrders()
    const page = await open('asha', `/product/${premium.product}`)
    await page.route(calls, lost)
    await fillIn(page, forNewPlayer(premium))
    const sent = page.waitForRequest(calls)
    await productPage(page).buy.click()
    const late = await sent
    await page.reload()
    await expect(page.getByText(/^We don’t know yet if your order for Premium/)).toBeVisible()
    await page.getByRole('button', { name: 'Don’t order' }).click()
    await expect(page.getByText('Nothing will be ordered')).toBeVisible()
    const answer = await page.request.fetch(late.url(), {
      method: 'POST',
      headers: await late.allHeaders(),
      data: late.postData() ?? '',
    })
    expect(answer.status()).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'stopped_by_customer' })
    expect(await environment.countOrders()).toBe(orders)
  })

  test('is stopped by other input, and shown when the order was placed already', async ({
    open,
    environment,
  }) => {
    await environment.fundWallet(500)
    const orders = await environment.countOrders()
    const page = await open('asha', `/product/${wallet.product}`)
    const keys = await loseAnswers(page, [lost])
    await fillIn(page, forNewPlayer(wallet))
    const { second, buy } = productPage(page)
    const failed = page.waitForEvent('requestfailed')
    await buy.click()
    await second.fill('9000000002')
    await failed
    await expect(page.getByText('Order placed')).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    expect(await environment.countOrders()).toBe(orders + 1)
    // The link is where BUY NOW was: the burst guard ignores a tap there at once.
    await afterBurst()
    await page.getByRole('link', { name: 'View order' }).click()
    await expect(page).toHaveURL(/\/confirmation\?client_txn_id=/)
    await expect(page.locator('.key-values')).toContainText(wallet.input2)
    await environment.complete(txnOf(page))
  })
})
