// cspell:ignore Fadmin
import { expect, test } from './kit/test.ts'

test.describe('access to pages', () => {
  test('GUARD-02 GUARD-03 an invalid session is removed and sent to /login', async ({ open }) => {
    const page = await open('asha', '/home')
    await page.evaluate("localStorage.setItem('token', 'not-a-token')")
    await page.goto('/orders')
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate('localStorage.length')).toBe(0)
  })

  test('GUARD-01 no network and a failure of the shop keep the session', async ({ open }) => {
    const page = await open('asha', '/home')
    const check = '**/api/auth/validateuser'
    await page.route(check, (route) => route.abort())
    await page.goto('/orders')
    await expect(page.getByText('Loading...')).toBeVisible()
    await expect(page.getByText(/^We can’t reach Jhatpat right now\. You’re still signed in/)).toBeVisible()
    await page.unroute(check)
    await page.route(check, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
    await page.waitForResponse((response) => response.status() === 502)
    await page.context().setOffline(true)
    await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
    expect(await page.evaluate("localStorage.getItem('token')")).not.toBeNull()
    await page.unroute(check)
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    await expect(page).toHaveURL(/\/orders$/)
  })

  for (const who of ['asha', 'ravi'] as const) {
    test(`GUARD-09 GUARD-02 GUARD-03 the back office is closed to ${who}, who is no admin`, async ({
      open,
    }) => {
      const page = await open(who, '/admin/orders')
      await expect(page).toHaveURL(/\/login\?from=%2Fadmin%2Forders&reason=role$/)
      await expect(page.getByText('This area is for staff only')).toBeVisible()
      await expect(page.getByText('Welcome back.')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Go to the store' })).toBeVisible()
      await expect(page.getByText('Welcome Admin')).toHaveCount(0)
      expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()
    })
  }

  test('NAV-07 GUARD-09 only an admin sees the Admin Dashboard, and gets there', async ({ open }) => {
    const customer = await open('asha', '/home')
    await customer.getByRole('button', { name: /^User menu/ }).click()
    await expect(customer.getByRole('menuitem', { name: 'Orders' })).toBeVisible()
    await expect(customer.getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveCount(0)

    const admin = await open('meera', '/home')
    await admin.getByRole('button', { name: /^User menu/ }).click()
    await admin.getByRole('menuitem', { name: 'Admin Dashboard' }).click()
    await expect(admin).toHaveURL(/\/admin\/?$/)
    await expect(admin.getByRole('heading', { name: 'Welcome Admin' }).first()).toBeVisible()
  })

  test('ROLE-02 ROLE-04 a reseller sees and is charged resellprice, others discountedprice', async ({
    open,
  }) => {
    for (const [who, price] of [
      ['ravi', '₹104'],
      ['asha', '₹109'],
      ['visitor', '₹109'],
    ] as const) {
      const page = await open(who, '/product/mobile-legends')
      await expect(page.getByRole('radio', { name: /^86 Diamonds/ })).toContainText(price)
    }
  })

  test('LOGIN-06 a signed-in customer does not stay on /login', async ({ open }) => {
    const page = await open('asha', '/login')
    await expect(page).toHaveURL(/\/home$/)
  })

  test('a script injected into a page does not run, in the shop or in the back office', async ({
    open,
    stopped,
  }) => {
    for (const [who, path] of [
      ['asha', '/home'],
      ['meera', '/admin/orders'],
    ] as const) {
      const page = await open(who, path)
      await expect(page.getByRole('main')).toBeVisible()
      const ran = await page.evaluate(() => {
        const refused = (what: () => unknown) => {
          try {
            what()
            return false
          } catch {
            return true
          }
        }
        const inline = document.createElement('script')
        return [
          refused(() => Object.assign(document.body, { innerHTML: '<img src=x onerror="owned = 1">' })),
          refused(() => Object.assign(inline, { text: 'owned = 2' })),
          refused(() => document.write('<p>')),
          refused(() =>
            Object.assign(document.createElement('iframe'), { srcdoc: '<script>owned = 3</script>' }),
          ),
          refused(() =>
            Object.assign(document.createElement('script'), { src: 'https://evil.example/x.js' }),
          ),
          'owned' in window,
        ]
      })
      expect(ran, path).toEqual([true, true, true, true, true, false])
      await expect.poll(() => stopped.length, path).toBe(5)
      stopped.splice(0)
    }
  })

  test('the queue board and the API reference work under their policies', async ({ open, stopped }) => {
    const admin = await open('meera', '/admin')
    await admin.getByRole('button', { name: /^Meera Iyer/ }).click()
    for (const [name, text] of [
      ['Job queues', 'fulfil-moogold'],
      ['API reference', '/auth/login'],
    ] as const) {
      const opened = admin.waitForEvent('popup')
      await admin.getByRole('button', { name }).click()
      // Third-party screens, which render two hundred calls at once: seconds of a busy machine.
      await expect((await opened).getByText(text).first()).toBeVisible({ timeout: 30_000 })
    }
    // The board requests third-party fonts, and works without.
    expect(stopped.splice(0).filter((what) => !what.includes('https://fonts.googleapis.com/'))).toEqual([])
  })
})
