import { checkAxe } from './kit/axe-check.ts'
import { premium, simulatorUrl } from './kit/environment.ts'
import { picture } from './kit/picture.ts'
import {
  clickNotification,
  deliverPush,
  type PushMessage,
  pushesAbout,
  shownNotifications,
  untilWorkerServes,
} from './kit/push.ts'
import { withPushService } from './kit/push-service.ts'
import { expect, test } from './kit/test.ts'

const withWorker = { serviceWorkers: 'allow' } as const

test.describe('the installed shop', () => {
  test('opens without a network, and its pages load by themselves once there is one', async ({ open }) => {
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

  test('loads a product that was opened without a network as soon as there is one', async ({ open }) => {
    const page = await open('asha', '/product/mobile-legends', withWorker)
    await untilWorkerServes(page)
    await page.context().setOffline(true)
    await page.goto('/product/free-fire')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page didn’t load')
    await expect(page.getByRole('button', { name: 'BUY NOW' }).filter({ visible: true })).toHaveCount(0)
    await expect(page.locator('.ids')).toHaveCount(0)
    await picture(page, 'product-offline')
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Free Fire' })).toBeVisible({ timeout: 8_000 })
    await expect(page.getByRole('radiogroup', { name: 'Items' })).toBeVisible()
  })

  test('stores no answer of a call, and nothing of the back office', async ({ open }) => {
    const page = await open('meera', '/orders', withWorker)
    await untilWorkerServes(page)
    await page.goto('/admin')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await page.goto('/wallet')
    await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible()
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return all.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cached).toContain('/')
    expect(cached.filter((path) => path !== '/' && !/^\/(assets|art)\//.test(path))).toEqual([])
  })

  test('reloads the page once where a script is missing, also through its service worker', async ({
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
    await expect(page.getByText(/^We reloaded the app/)).toBeVisible()
    expect(loads).toBe(1)
    await page.context().unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible()
  })

  test('notifies of a delivery: offered on an order’s page, sent by the shop, shown unchanged, and leads there', async ({
    open,
    environment,
  }) => {
    const [before, next] = [await environment.buy(premium), await environment.buy(premium)]
    for (const id of [before, next]) await environment.pay(id)
    await environment.complete(before)
    const page = await open('asha', '/home', { ...withWorker, permissions: ['notifications'] })
    await withPushService(page.context(), simulatorUrl())
    await page.goto(`/confirmation?client_txn_id=${before}`)
    const turnOn = page.getByRole('button', { name: 'Turn on' })
    await turnOn.waitFor()
    await checkAxe(page)
    await turnOn.click()
    await expect(page.getByRole('status').filter({ hasText: 'Notifications are on' })).toBeVisible()
    await checkAxe(page)
    // One prompt per visit: the installation is offered in the next.
    await page.reload()
    await page.evaluate("dispatchEvent(new Event('beforeinstallprompt'))")
    await expect(page.getByRole('button', { name: 'Install' })).toBeVisible()
    await checkAxe(page)
    await page.goto('/home')

    await environment.complete(next)
    await expect.poll(() => pushesAbout(next)).toHaveLength(1)
    const [message] = await pushesAbout(next)
    const { title, body, tag } = message as PushMessage
    expect({ title, body }).toEqual({
      title: expect.stringMatching(/^Delivered in /),
      body: `${premium.item} was delivered.`,
    })
    await deliverPush(page, JSON.stringify(message))
    await expect.poll(() => shownNotifications(page)).toEqual([{ title, body, tag }])
    await page.goto(await clickNotification(page, tag))
    await expect(page.getByRole('heading', { level: 1, name: /^Delivered in/ })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`client_txn_id=${next}$`))
    expect(await shownNotifications(page)).toEqual([])
  })
})
