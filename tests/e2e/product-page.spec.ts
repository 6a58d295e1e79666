import type { Page } from '@playwright/test'
import { diamonds, forNewPlayer, freshPlayer } from './kit/environment.ts'
import { fillIn, productPage } from './kit/product-page.ts'
import { expect, phone, test } from './kit/test.ts'

const address = `/product/${diamonds.product}`

test.describe('the product page under the hand', () => {
  for (const { name, device } of [
    { name: 'a phone of 360 px', device: phone },
    { name: 'a computer', device: { viewport: { width: 1440, height: 900 } } },
  ]) {
    test(`E1 PROD-16 BUY NOW stays in place on ${name} while a slow page loads`, async ({ open }) => {
      const page = await open('asha', '/login', device)
      await slowDown(page)
      await page.addInitScript(countShifts)
      await page.goto(address, { waitUntil: 'commit' })
      const { buy, item } = productPage(page)
      // The script may be replacing the server-rendered button at this moment.
      let first: Awaited<ReturnType<typeof buy.boundingBox>> = null
      await expect.poll(async () => (first = await buy.boundingBox())).not.toBeNull()
      await item(diamonds.item).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await buy.boundingBox()).toEqual(first)
      expect(await page.evaluate('window.layoutShift')).toBeLessThan(0.02)
    })
  }

  test('E5 two taps within 30 ms, and the same call sent again, make one order', async ({
    open,
    environment,
  }) => {
    const page = await open('asha', address)
    await fillIn(page, forNewPlayer(diamonds))
    const before = await environment.countOrders()
    const sent = page.waitForRequest('**/api/order/createOrder')
    await productPage(page).buy.dblclick({ delay: 10 })
    const first = await (await (await sent).response())?.json()
    await expect(page).toHaveURL(/\/pay\?client_txn_id=/)
    expect(await environment.countOrders()).toBe(before + 1)

    const headers = await (await sent).allHeaders()
    expect(headers['idempotency-key']).toBeTruthy()
    const again = await page.request.post('/api/order/createOrder', {
      data: (await sent).postDataJSON(),
      headers: {
        authorization: headers.authorization ?? '',
        'idempotency-key': headers['idempotency-key'] ?? '',
      },
    })
    expect(await again.json()).toEqual(first)
    expect(await environment.countOrders()).toBe(before + 1)
  })

  test('E7 BUY-03 an id pasted with its zone fills both fields, and phones show digits', async ({ open }) => {
    const page = await open('visitor', address, {
      ...phone,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { first, second } = productPage(page)
    await page.evaluate("navigator.clipboard.writeText('123456789 (1234)')")
    // Clicked first: the field accepts nothing before the script has loaded.
    await first.click()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(first).toHaveValue('123456789')
    await expect(second).toHaveValue('1234')
    for (const field of [first, second]) await expect(field).toHaveAttribute('inputmode', 'numeric')
  })

  test('E9 IDCHK-05 IDCHK-06 BUY-07 one changed digit clears the verified mark and stops BUY NOW', async ({
    open,
  }) => {
    const page = await open('asha', address)
    await fillIn(page, diamonds)
    const { first, who, buy } = productPage(page)
    await expect(who).toHaveClass(/\bok\b/)
    let orders = 0
    page.on('request', (request) => {
      orders += request.url().includes('/order/create') ? 1 : 0
    })

    await first.press('End')
    await first.press('5')
    await expect(who).not.toHaveClass(/\bok\b/)
    await expect(page.getByText('Username:')).toHaveCount(0)
    await buy.click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Please select an item, enter your Id' }),
    ).toBeVisible()
    expect(orders).toBe(0)
  })

  test('BUY-08 BUY NOW with missing fields brings the first one into view, with the focus on it', async ({
    open,
  }) => {
    const page = await open('asha', address, phone)
    const { item, first, method, buy } = productPage(page)
    await item(diamonds.item).click()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect(first).not.toBeInViewport()
    await buy.click()
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport()
    await first.fill(diamonds.input1)
    await productPage(page).second.fill(diamonds.input2)
    await productPage(page).check.click()
    await expect(page.locator('.panel.missing')).toHaveCount(0)
    await buy.click()
    await expect(method('UPI')).toBeFocused()
    await expect(method('UPI')).toBeInViewport()
  })

  test('E22 arrows walk the items as they are laid out, Enter in an id checks it, and letters of Hindi are ours', async ({
    open,
  }) => {
    const page = await open('visitor', address, { viewport: { width: 360, height: 800 } })
    const items = page.getByRole('radiogroup', { name: 'Items' }).getByRole('radio')
    const chosen = () =>
      items.evaluateAll((all) => all.findIndex(({ ariaChecked }) => ariaChecked === 'true'))
    await expect(items.first()).toBeEnabled()
    await items.first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await chosen()).toBe(1)
    await page.keyboard.press('ArrowDown')
    expect(await chosen()).toBe(3)
    await expect(items.nth(3)).toBeFocused()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('ArrowDown')
    expect(await chosen()).toBe(6)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await chosen()).toBe(0)
    await page.keyboard.press('ArrowUp')
    expect(await chosen()).toBe(0)
    await page.keyboard.press('End')
    expect(await chosen()).toBeGreaterThan(6)
    await page.keyboard.press('Home')
    expect(await chosen()).toBe(0)

    const { first, second } = productPage(page)
    const hindi = () =>
      page.evaluate(
        "[...document.fonts].some((face) => /Devanagari/.test(face.family) && face.status === 'loaded')",
      )
    expect(await hindi()).toBe(false)
    await second.fill('आशा')
    await expect.poll(hindi).toBe(true)
    await second.fill('2001')
    await first.fill(freshPlayer())
    await first.press('Enter')
    await expect(page.getByText('Username: ')).toBeVisible()
  })

  test('E8 IDCHK-08 the player’s name comes within two seconds when the supplier takes one', async ({
    open,
    environment,
  }) => {
    const page = await open('visitor', address)
    const { first, second, check } = productPage(page)
    await first.fill(freshPlayer())
    await second.fill(diamonds.input2)
    await environment.set('smileone', { delayMs: 1_000 })
    await check.click()
    await expect(page.getByText('Checking…')).toBeVisible()
    await page.getByText(/Username: \w+/).waitFor({ timeout: 2_000 })
  })

  test('E8 says that the id could not be checked when the supplier breaks down', async ({
    open,
    environment,
  }) => {
    const page = await open('visitor', address)
    const { first, second, check, who } = productPage(page)
    await first.fill(freshPlayer())
    await second.fill(diamonds.input2)
    await environment.set('smileone', { next: { call: '*', outcome: 'http500', times: 5 } })
    await check.click()
    await expect(who).toContainText(/couldn’t check this id/i)
    await environment.calm()
    await check.click()
    await expect(who).toContainText('Username:')
  })

  test('E8 says after two seconds what one can do when the supplier takes ten', async ({
    open,
    environment,
  }) => {
    const page = await open('visitor', address)
    const { first, second, check, who } = productPage(page)
    await first.fill(freshPlayer())
    await second.fill(diamonds.input2)
    await environment.set('smileone', { delayMs: 10_000 })
    await check.click()
    // Two seconds, and two more for a busy machine: far from the ten that the answer takes.
    await who.getByText('The check is taking longer than usual.').waitFor({ timeout: 4_000 })
    await first.fill(freshPlayer())
    await expect(who).toContainText('Tap Check to confirm your username')
  })
})

const countShifts = `
  window.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
`

/** As on a phone with a poor connection. */
async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  const speed = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', { offline: false, ...speed })
}
