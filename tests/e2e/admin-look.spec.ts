import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, test } from './kit/test.ts'

const password = 'jhatpat-demo-1'
const green = 'rgb(85, 222, 155)'
const amber = 'rgb(255, 194, 79)'
const red = 'rgb(255, 144, 120)'

test.describe('the back office', () => {
  test('ADM-02 the side menu collapses behind a button on small screens', async ({ page, request }) => {
    await signIn(page, request)
    const menu = page.getByRole('navigation', { name: 'Admin' })
    const button = page.getByRole('button', { name: 'Open menu' })

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/admin')
    await expect(menu).toBeVisible()
    await expect(button).toBeHidden()

    await page.setViewportSize({ width: 360, height: 740 })
    await expect(menu).toBeHidden()
    await button.click()
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('button', { name: 'Sign out' })).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    expect(await overflow(page)).toBe(0)
  })

  test('ABOARD-01 the clock of a pending order is green, amber from 15 minutes, red from 25, then over', async ({
    page,
    request,
  }) => {
    await placeHandOrder(request)
    await signIn(page, request)
    await page.clock.install()
    await page.goto('/admin/orders')
    const row = page.getByRole('list', { name: 'Pending orders' }).getByRole('listitem').last()
    const arc = row.locator('.ring .arc')
    const number = row.locator('.ring > span')

    await expect(arc).toHaveCSS('stroke', green)
    await page.clock.fastForward('15:00')
    await expect(arc).toHaveCSS('stroke', amber)
    await page.clock.fastForward('10:00')
    await expect(arc).toHaveCSS('stroke', red)
    await page.clock.fastForward('07:00')
    await expect(number).toHaveText(/^\+[23]$/)
    await expect(arc).toHaveCSS('stroke-dasharray', /^3(px)?, 3\.25(px)?$/)
  })

  test('ABOARD-03 an admin works from the list to Completed without a mouse', async ({ page, request }) => {
    const orderid = await placeHandOrder(request)
    await signIn(page, request)
    await page.goto('/admin/orders')
    const row = page.locator(`[data-order="${orderid}"]`)
    await expect(row).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type(orderid)
    await expect(page.locator('[data-order]')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(row).toBeFocused()
    await page.keyboard.press('c')
    await expect(row.getByText('You', { exact: true })).toBeVisible()
    await page.keyboard.press('d')
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Completed.')
  })

  test('a second admin sees a claim within a second, and may only take over', async ({
    page,
    browser,
    request,
  }) => {
    const orderid = await placeHandOrder(request)
    const second = await (await browser.newContext()).newPage()
    await signIn(page, request)
    await signIn(second, request, 'imran@jhatpat.test')
    const [mine, theirs] = [page, second].map((one) => one.locator(`[data-order="${orderid}"]`)) as [
      Locator,
      Locator,
    ]
    for (const one of [page, second]) {
      await one.goto('/admin/orders')
      await expect(one.getByText('Live', { exact: true })).toBeVisible()
    }
    await mine.getByRole('button', { name: /^Claim/ }).click()
    await expect(mine.getByText('You', { exact: true })).toBeVisible()
    await expect(theirs.getByText('Meera', { exact: true })).toBeVisible({ timeout: 1_000 })
    await expect(theirs.getByRole('button', { name: /^Completed/ })).toHaveCount(0)
    await theirs.getByRole('button', { name: /^Take over/ }).click()
    await expect(mine.getByText('Imran', { exact: true })).toBeVisible({ timeout: 1_000 })
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Imran Khan took over')
    await second.context().close()
  })

  for (const width of [360, 768, 1200, 1366, 1440]) {
    test(`shows the dashboard and the board at ${width} px without scrolling sideways`, async ({
      page,
      request,
    }) => {
      const orderid = await placeHandOrder(request)
      await signIn(page, request)
      await page.setViewportSize({ width, height: 900 })
      for (const [path, title] of [
        ['/admin', 'Dashboard'],
        ['/admin/orders', 'Pending Orders'],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        if (path === '/admin/orders') await expect(page.locator(`[data-order="${orderid}"]`)).toBeVisible()
        expect(await overflow(page)).toBe(0)
      }
    })
  }
})

/** Puts the session where the sign-in page leaves it. */
async function signIn(page: Page, request: APIRequestContext, email = 'meera@jhatpat.test'): Promise<void> {
  const { token, user } = await logIn(request, email)
  await page.addInitScript(
    ([givenToken, givenUser]) => {
      if (localStorage.getItem('token')) return
      localStorage.setItem('token', givenToken)
      localStorage.setItem('isLoggedIn', 'true')
      localStorage.setItem('expiryTime', String(Date.now() + 6 * 3_600_000))
      localStorage.setItem('user', givenUser)
    },
    [token, JSON.stringify(user)] as const,
  )
}

async function logIn(request: APIRequestContext, email: string) {
  const reply = await request.post('/api/auth/login', { data: { email, password } })
  expect(reply.ok()).toBe(true)
  return (await reply.json()) as { token: string; user: { _id: string } }
}

type Item = { itemid: number; isApi: boolean; inStock: boolean; discountedprice: number }

/** A customer buys the cheapest thing that a person has to deliver, from the wallet. Answers the order's id. */
async function placeHandOrder(request: APIRequestContext): Promise<string> {
  const { token, user } = await logIn(request, 'asha@jhatpat.test')
  const home = (await (await request.get('/api/product/gethomeproducts')).json()) as Record<
    string,
    { _id: string; isApi: boolean; instock: boolean }[]
  >
  const offers: { product: string; item: Item }[] = []
  for (const product of Object.values(home).flat()) {
    if (product.isApi || !product.instock) continue
    const items = (await (await request.get(`/api/item/${product._id}`)).json()) as Item[]
    offers.push(
      ...items.filter((item) => item.inStock && !item.isApi).map((item) => ({ product: product._id, item })),
    )
  }
  const cheapest = offers.sort((a, b) => a.item.discountedprice - b.item.discountedprice)[0]
  if (!cheapest) throw new Error('the demo data has nothing to deliver by hand')
  const reply = await request.post('/api/order/createWalletOrder', {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    data: {
      itemid: cheapest.item.itemid,
      product_id: cheapest.product,
      userid: user._id,
      input1: '5123998877',
      input2: 'player',
      paymentmode: 'wallet',
      key: 'storefront',
    },
  })
  const { client_txn_id } = (await reply.json()) as { client_txn_id: string }
  expect(reply.ok(), client_txn_id).toBe(true)
  return client_txn_id
}

/** How many px the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - window.innerWidth)')
}
