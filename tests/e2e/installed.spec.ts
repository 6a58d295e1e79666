import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './kit/test.ts'

const withWorker = { serviceWorkers: 'allow' } as const

test.describe('the installed shop', () => {
  test('opens without a network, and its pages come by themselves once there is one', async ({ open }) => {
    const page = await open('asha', '/home', withWorker)
    await untilWorkerServes(page)
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Jhatpat, home' })).toBeVisible()
    await page.goto('/orders')
    await expect(page.getByRole('link', { name: 'Jhatpat, home' })).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  })

  test('keeps no answer of a call, and nothing of the back office', async ({ open }) => {
    const page = await open('meera', '/orders', withWorker)
    await untilWorkerServes(page)
    await page.goto('/admin')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await page.goto('/wallet')
    await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible()
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return all.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept).toContain('/')
    expect(kept.filter((path) => path !== '/' && !/^\/(assets|art)\//.test(path))).toEqual([])
  })

  test('loads the page anew once where a script is gone, also with its worker in between', async ({
    open,
  }) => {
    const page = await open('asha', '/home', withWorker)
    await untilWorkerServes(page)
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page
      .context()
      .route('**/assets/wallet-screen-*.js', (route) =>
        route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }),
      )
    await page.getByRole('link', { name: 'Wallet balance' }).click()
    await expect(page.getByText(/^We loaded the shop anew for it/)).toBeVisible()
    expect(loads).toBe(1)
    await page.context().unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible()
  })

  test('shows a push as it came, with nothing of its own', async ({ open }) => {
    const page = await open('asha', '/home', withWorker)
    await page.context().grantPermissions(['notifications'])
    await untilWorkerServes(page)
    const news = { title: 'Delivered in 47 seconds', body: '86 Diamonds', path: '/orders', tag: 'JP1' }
    await deliverPush(page.context(), page, JSON.stringify(news))
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { getNotifications } = ServiceWorkerRegistration.prototype
          const shown = await getNotifications.call(await navigator.serviceWorker.ready)
          return shown.map(({ title, body, tag }) => ({ title, body, tag }))
        }),
      )
      .toEqual([{ title: news.title, body: news.body, tag: news.tag }])
  })
})

/** The page is served by a worker that has its shell, as from the second visit on. */
async function untilWorkerServes(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** As the browser does when its push service has brought one. */
async function deliverPush(context: BrowserContext, page: Page, data: string): Promise<void> {
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  await browser.send('ServiceWorker.deliverPushMessage', {
    ...{ origin: new URL(page.url()).origin, registrationId, data },
  })
}
