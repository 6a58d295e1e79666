import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import type { Locator } from '@playwright/test'
import { endTimeToPay } from './kit/database.ts'
import { diamonds, premium, simulatorUrl } from './kit/environment.ts'
import { checkFitsAlways } from './kit/layout-fits.ts'
import { layoutShift, observeLayoutShifts } from './kit/layout-shifts.ts'
import { picture } from './kit/picture.ts'
import { buy, txnOf } from './kit/product-page.ts'
import { scan } from './kit/scan.ts'
import { expect, phone, test } from './kit/test.ts'

test.describe('the payment page', () => {
  test('E10 a computer shows a QR code, and what a phone reads in it is payee, amount and reference', async ({
    open,
  }) => {
    const page = await open('asha', '/home')
    const id = await buy(page, diamonds)
    const code = page.getByRole('img', { name: /^QR code to pay/ })
    const text = await scan(code)
    expect(text).toMatch(/^upi:\/\/pay\?/)
    const link = new URL(text)
    expect(link.searchParams.get('am')).toMatch(/^109(\.00)?$/)
    expect(link.searchParams.get('cu') ?? 'INR').toBe('INR')
    expect(link.searchParams.get('pa')).toMatch(/^[^@]+@[^@]+$/)
    const payee = link.searchParams.get('pn') ?? ''
    await expect(page.getByText(`To ${payee} · Ref.`)).toBeVisible()
    expect(link.searchParams.get('tr')).toMatch(/^\S+$/)
    await expect(page.getByText(groupId(id)).first()).toBeVisible()
    await expect(page.getByRole('link', { name: /Google Pay/ })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  })

  test('E10 a phone shows buttons that open UPI apps, and no address is typed anywhere', async ({ open }) => {
    const page = await open('asha', '/home', phone)
    await buy(page, diamonds)
    const any = page.getByRole('link', { name: 'Any UPI app' })
    await expect(any).toHaveAttribute('href', /^upi:\/\/pay\?/)
    const href = new URL((await any.getAttribute('href')) ?? '')
    expect(href.searchParams.get('am')).toMatch(/^109(\.00)?$/)
    for (const app of ['Google Pay', 'PhonePe', 'Paytm']) {
      await expect(page.getByRole('link', { name: app })).toHaveAttribute('href', /^[a-z]+:\/\//)
    }
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  })

  test('a phone shows the app that was used last as the big button', async ({ open }) => {
    const page = await open('asha', '/home', phone)
    await buy(page, diamonds)
    await page.evaluate("addEventListener('click', (event) => event.preventDefault())")
    await page.getByRole('link', { name: 'PhonePe' }).click()
    await expect.poll(() => page.evaluate("caches.match('/choices/upi-app').then(Boolean)")).toBe(true)
    await page.reload()
    const big = page.getByRole('link', { name: /^Pay ₹109 with PhonePe$/ })
    await expect(big).toHaveAttribute('href', /^phonepe:/)
    await expect(page.getByRole('link', { name: 'Google Pay' })).toBeVisible()
    await picture(page, 'pay-last-app')
    await checkFitsAlways(page)
  })

  test('E11 counts down, and neither reload nor back nor forward loses the order', async ({ open }) => {
    const page = await open('asha', '/home')
    const id = await buy(page, diamonds)
    const clock = page.getByRole('timer', { name: /^Pay within/ })
    const shown = await clock.innerText()
    expect(shown).toMatch(/^00:\d\d$/)
    await expect(clock).not.toHaveText(shown)
    await expect(page.getByRole('button', { name: 'I have paid' })).toBeVisible()

    await page.reload()
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(txnOf(page)).toBe(id)
    await page.goBack()
    await expect(page).toHaveURL(/\/product\//)
    await page.goForward()
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(txnOf(page)).toBe(id)

    await page.getByRole('link', { name: 'Change payment method' }).click()
    await expect(page).toHaveURL(/\/product\//)
    await expect(page.getByRole('radio', { name: /^86 Diamonds/ })).toBeChecked()
  })

  test('a clock that is 35 minutes fast, and is set meanwhile, does not change the time left', async ({
    open,
    environment,
  }) => {
    const page = await open('asha', '/home')
    await page.addInitScript(wrongClock, 35 * 60_000)
    const id = await buy(page, premium)
    const toPay = page.getByRole('timer', { name: /^Pay within/ })
    await expect(toPay).toHaveText(/^00:[12]\d$/)
    await expect(page.getByText(/^Waiting for your bank/)).toBeVisible()
    await page.evaluate('setClock(-86_400_000)')
    await expect(toPay).toHaveText(/^00:[01]\d$/)

    await environment.pay(id)
    await expect(page).toHaveURL(/\/confirmation\?/)
    const promised = { name: /^Time left: (29|30) minutes$/ }
    await expect(page.getByRole('timer', promised)).toBeVisible()
    await expect(page.getByText(/^Our records, checked (just now|\d+ seconds ago)$/)).toBeVisible()

    await environment.untilOnBoard(id)
    const admin = await open('meera', '/admin')
    await admin.addInitScript(wrongClock, 35 * 60_000)
    await admin.goto('/admin/orders')
    const onBoard = { name: /: (29|30) minutes$/ }
    await expect(admin.locator(`[data-order="${id}"]`).getByRole('timer', onBoard)).toBeVisible()
    await environment.complete(id)
  })

  test('keeps still on a slow phone, and so does the order’s page that follows it', async ({
    open,
    environment,
  }) => {
    const id = await environment.buy(premium)
    const page = await open('asha', '/topup', phone)
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 90_000,
    })
    await observeLayoutShifts(page)
    await page.goto(`/pay?client_txn_id=${id}`)
    await expect(page.getByRole('button', { name: 'I have paid' })).toBeVisible()
    await environment.pay(id)
    await expect(page.locator('.order-head .st')).toHaveText('Processing')
    await expect(page.getByRole('region', { name: 'Order details' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await layoutShift(page)).toBeLessThan(0.02)

    const below = page.getByRole('list', { name: 'Order status' })
    const before = (await below.boundingBox())?.y
    await environment.complete(id)
    await expect(page.locator('.order-head .st')).toHaveText('Completed')
    expect((await below.boundingBox())?.y).toBe(before)
  })

  test('a declined payment says declined, and another amount is one credit', async ({
    open,
    environment,
  }) => {
    const page = await open('asha', '/home')
    const id = await buy(page, premium)
    await environment.set('upigateway', { fail: { client_txn_id: id } })
    await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
    await expect(page.getByText('Declined the payment')).toBeVisible()

    await environment.set('upigateway', { pay: { client_txn_id: await buy(page, premium), amount: '50' } })
    await expect(page.getByRole('heading', { name: '₹50 added to your wallet' })).toBeVisible()
    const steps = page.getByRole('list', { name: 'Order status' }).getByRole('listitem')
    await expect(steps).toHaveCount(2)
    await expect(steps.filter({ hasText: '₹50 added to your wallet.' })).toHaveCount(1)
  })

  test('late money: the page that stayed open says by itself that the order had closed and the money is in the wallet', async ({
    open,
    environment,
  }) => {
    const before = await environment.balance()
    const page = await open('asha', '/home')
    const id = await buy(page, premium)
    await endTimeToPay(id)
    await expect(page.getByRole('heading', { name: 'Order expired' })).toBeVisible()
    await page.evaluate('window.isSamePage = true')

    await environment.pay(id)
    await expect(page.getByRole('heading', { name: /^₹\d+ refunded to your wallet$/ })).toBeVisible()
    await expect(page.locator('.order-head')).toContainText(
      'The payment came late. You can use this money now.',
    )
    const answered = async () => (await callbacksAbout(id)).length
    await expect.poll(answered).toBe(1)
    await environment.set('upigateway', { resendWebhook: { client_txn_id: id } })
    await expect.poll(answered).toBe(2)
    const now = page.locator('.holds [data-money]')
    await expect(now).toBeVisible()
    const sum = Number(
      await page
        .getByRole('region', { name: 'Order details' })
        .locator('[data-money]')
        .getAttribute('data-money'),
    )
    await expect(now).toHaveAttribute('data-money', String(Math.round((before + sum) * 100) / 100))
    const steps = page.getByRole('list', { name: 'Order status' }).getByRole('listitem')
    await expect(steps.filter({ hasText: `₹${sum} added to your wallet.` })).toHaveCount(1)
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    expect(await environment.balance()).toBe(Math.round((before + sum) * 100) / 100)
  })

  test('“I have paid” checks at once: first it is not there, then the page continues', async ({
    open,
    environment,
  }) => {
    const page = await open('asha', '/home', { viewport: { width: 360, height: 640 } })
    const id = await buy(page, diamonds)
    await page.getByRole('button', { name: 'I have paid' }).click()
    const answer = page.locator('.pay-actions + [role=status]')
    // A tap before the first answer shows when the payment was checked.
    await expect(answer).toContainText(
      /^(We haven’t received your payment yet|Your bank hasn’t responded yet).*(at|bank:) [\d:]+ [ap]m/,
    )
    const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? 0
    const bar = page.getByRole('navigation').filter({ visible: true }).last()
    expect(await topOf(answer), 'seen above the bar').toBeLessThan((await topOf(bar)) - 20)
    const gap = (await topOf(answer)) - (await topOf(page.getByRole('button', { name: 'I have paid' })))
    expect(gap, 'the answer stands by the button').toBeLessThan(160)
    await environment.set('upigateway', { webhook: { lost: true } })
    await environment.pay(id)
    await page
      .getByRole('button', { name: 'I have paid' })
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await expect(page).toHaveURL(/\/confirmation\?/)
    await expect(page.getByText('ORDER PLACED SUCCESSFULLY')).toBeVisible()
  })
})

/** The gateway's callbacks about an order that the shop has answered. */
async function callbacksAbout(id: string): Promise<{ about: string }[]> {
  const reply = await fetch(`${simulatorUrl()}/control/upigateway/webhooks`)
  return ((await reply.json()) as { about: string }[]).filter(({ about }) => about.startsWith(`${id} `))
}

/** Runs in the page: its clock is off by this many ms, until `setClock` is called with another value. */
function wrongClock(aheadMs: number): void {
  const right = Date
  let skewMs = aheadMs
  Object.assign(window, {
    setClock: (ms: number) => {
      skewMs = ms
    },
  })
  window.Date = new Proxy(right, {
    construct: (date, given) => Reflect.construct(date, given.length ? given : [right.now() + skewMs]),
    get: (date, name) => (name === 'now' ? () => right.now() + skewMs : Reflect.get(date, name)),
  })
}
