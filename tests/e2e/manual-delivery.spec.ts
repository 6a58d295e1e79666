import type { Locator, Page } from '@playwright/test'
import { premium } from './kit/environment.ts'
import { installClock } from './kit/install-clock.ts'
import { picture } from './kit/picture.ts'
import { buy } from './kit/product-page.ts'
import { emailOf, expect, password, test } from './kit/test.ts'

test.describe('an order that an admin delivers', () => {
  test('E19 E20 PIPE-07 PIPE-08 ABOARD-03 appears on the boards by socket, is assigned and completed by keys, and the customer sees each step', async ({
    open,
    page: meera,
    environment,
  }) => {
    await signInByKeys(meera)
    await switchKeysOffAndOn(meera)
    const imran = await open('imran', '/admin/orders')
    await expect(imran.getByText('Live', { exact: true })).toBeVisible()
    const customer = await open('asha', '/home')
    const id = await buy(customer, premium)

    await environment.pay(id)
    await rowOf(meera, id).waitFor({ timeout: 2_000 })
    await rowOf(imran, id).waitFor({ timeout: 1_000 })
    await lookAt(imran, id)
    await expect(customer.getByText('Our team delivers this manually')).toBeVisible()

    await goToRow(meera, id)
    await meera.keyboard.press('a')
    await rowOf(meera, id).getByText('You', { exact: true }).waitFor()
    await rowOf(imran, id).getByText('Meera', { exact: true }).waitFor({ timeout: 1_000 })
    await expect(rowOf(imran, id).getByRole('button', { name: /^Reassign/ })).toBeVisible()

    const transition = meera.waitForResponse(/\/api\/admin\/orders\/.+\/transition$/)
    await meera.keyboard.press('d')
    await expect(meera.getByLabel('Text of line 1')).toBeFocused()
    await meera.keyboard.type('X7KQ2')
    await meera.keyboard.press('Enter')
    await transition
    const announcement = customer.locator('[aria-live=polite]').filter({ hasText: 'Completed' })
    await expect(announcement).toHaveCount(0)
    // The five seconds for an undo, and the queue's time.
    await announcement.waitFor({ timeout: 9_000 })
    await expect(customer.getByText('ORDER PLACED SUCCESSFULLY')).toBeVisible()
    await expect(rowOf(imran, id).getByRole('button', { name: /^Reassign/ })).toHaveCount(0)
  })

  test('E20 explains to an admin that another one was first', async ({ open, environment }) => {
    const id = await environment.buy(premium)
    await environment.pay(id)
    const imran = await open('imran', '/home')
    const events = await interceptEvents(imran)
    await imran.goto('/admin/orders')
    const row = rowOf(imran, id)
    await row.waitFor()
    events.hold()
    await environment.assign(id)

    await row.getByRole('button', { name: /^Assign/ }).click()
    await expect(row.getByRole('alert')).toContainText('Assigned to Meera Iyer')
    await expect(row.getByRole('alert')).toContainText('Nothing changed.')
    await picture(imran, 'board-taken')
    await environment.complete(id)
  })

  test('E18 PIPE-08 moves no row while one has the focus: new orders wait behind a pill', async ({
    open,
    environment,
  }) => {
    const first = await environment.buy(premium)
    await environment.pay(first)
    const meera = await open('meera', '/admin/orders')
    await rowOf(meera, first).focus()
    const shown = await meera.locator('[data-order]').count()

    const later = await Promise.all([
      environment.buy(premium),
      environment.buy(premium),
      environment.buy(premium),
    ])
    for (const id of later) await environment.pay(id)
    await expect(meera.getByRole('button', { name: '3 new above' })).toBeVisible()
    await expect(meera.locator('[data-order]')).toHaveCount(shown)
    await expect(rowOf(meera, first)).toBeFocused()

    await meera.getByRole('button', { name: '3 new above' }).click()
    for (const id of later) await expect(rowOf(meera, id)).toBeVisible()
    for (const id of [first, ...later]) await environment.complete(id)
  })

  test('ABOARD-04 ABOARD-05 ABOARD-06 refunds with a reason and cancels without one', async ({
    open,
    environment,
  }) => {
    const ids = await Promise.all([environment.buy(premium), environment.buy(premium)])
    for (const id of ids) await environment.pay(id)
    const [refunded, cancelled] = ids as [string, string]
    const meera = await open('meera', '/admin/orders')
    for (const id of ids) await rowOf(meera, id).waitFor()

    await goToRow(meera, refunded)
    await meera.keyboard.press('r')
    await meera.getByLabel('Reason (saved on the order)').fill('The plan is sold out')
    await picture(meera, 'board-refund')
    await meera.keyboard.press('Enter')
    await expect(rowOf(meera, refunded)).toBeHidden()

    await goToRow(meera, cancelled)
    // The focus has moved here by itself, and keys meant for the previous row are ignored for a moment.
    const cancel = meera.getByRole('button', { name: 'Set to Cancelled' })
    await expect(async () => {
      await meera.keyboard.press('x')
      await expect(cancel).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await cancel.click()
    await expect(rowOf(meera, cancelled)).toBeHidden()

    const customer = await open('asha', `/confirmation?client_txn_id=${refunded}`)
    await expect(customer.locator('.order-head .st')).toHaveText('Refunded')
    await expect(customer.locator('.order-head')).toContainText('The plan is sold out')
    await picture(customer, 'confirmation-refunded')
    await customer.goto(`/confirmation?client_txn_id=${cancelled}`)
    await expect(customer.locator('.order-head .st')).toHaveText('Cancelled')
    await expect(customer.locator('.order-head')).toContainText('No reason provided')
    await picture(customer, 'confirmation-cancelled')
  })
})

test('E25 sound and desktop alerts need one click, show when muted, stop at the assignment, and open their order', async ({
  open,
  environment,
}) => {
  const page = await open('meera', '/home')
  await page.addInitScript(quietBrowser)
  await installClock(page)
  await page.goto('/admin/orders')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const rang = () => page.evaluate<number>('window.rang')
  await expect(page.getByRole('button', { name: 'Chime muted' })).toBeVisible()
  await page.getByRole('button', { name: 'Chime muted' }).click()
  await expect(page.getByRole('button', { name: 'Chime on' })).toBeVisible()
  await page.getByRole('button', { name: 'Desktop alerts off' }).click()
  await expect(page.getByRole('button', { name: 'Desktop alerts on' })).toBeVisible()
  const before = await rang()

  const id = await environment.buy(premium)
  await environment.pay(id)
  await expect.poll(rang).toBe(before + 1)
  await page.clock.fastForward('00:16')
  await expect.poll(rang).toBe(before + 2)
  await lookAt(page, id)
  await environment.assign(id)
  await expect(
    rowOf(page, id).getByText('Meera', { exact: true }).or(rowOf(page, id).getByText('You')),
  ).toBeVisible()
  await page.clock.fastForward('00:31')
  expect(await rang()).toBe(before + 2)

  expect(await page.evaluate<string[]>('window.shown.map(({ title }) => title)')).toEqual([
    expect.stringContaining('Premium'),
  ])
  await page.evaluate('window.shown[0].dispatchEvent(new Event("click"))')
  await expect(page).toHaveURL(new RegExp(`/admin/orders\\?.*order=${id}`))
  await expect(rowOf(page, id)).toHaveAttribute('aria-current', 'true')
  await environment.complete(id)
})

/**
 * Counts chimes instead of playing them, grants notifications and records them. The chime was enabled
 * before.
 */
const quietBrowser = `{
  localStorage.setItem('jhatpat.board.chime', 'on')
  window.rang = 0
  window.shown = []
  const node = { connect: () => node, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, frequency: {} }
  window.AudioContext = class {
    state = 'suspended'
    currentTime = 0
    async resume() { this.state = 'running' }
    createGain() { return node }
    createOscillator() {
      return { frequency: {}, connect: () => node, start: () => { window.rang += 0.5 }, stop() {} }
    }
  }
  window.Notification = class extends EventTarget {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(title) { super(); this.title = title; window.shown.push(this) }
    close() {}
  }
}`

/** `?` lists the keys and has their switch; while they are off a key does nothing. */
async function switchKeysOffAndOn(page: Page): Promise<void> {
  const list = page.getByRole('dialog', { name: 'Keys of the board' })
  const toggle = list.getByLabel('Use these keys')
  await page.keyboard.press('?')
  await expect(list).toContainText('Undo the last decision')
  await tabTo(page, toggle)
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('?')
  await expect(list).toBeHidden()
  await tabTo(page, page.getByRole('button', { name: 'Keys' }))
  await page.keyboard.press('Enter')
  await tabTo(page, toggle)
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
}

/** From the address of the board to the board, without a mouse. */
async function signInByKeys(page: Page): Promise<void> {
  await page.goto('/admin/orders')
  await expect(page).toHaveURL(/\/login\?from=/)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(emailOf('meera'))
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/orders$/)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let steps = 0; steps < 40; steps += 1) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`40 tabs did not reach ${target}`)
}

/** Finds the order by its id like an admin: `/`, the id, then the first row. */
async function goToRow(page: Page, id: string): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(id)
  await expect(page.locator('[data-order]')).toHaveCount(1)
  await rowOf(page, id).waitFor()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, id)).toBeFocused()
}

/** A row far from the window is one line without its parts. */
function lookAt(page: Page, id: string): Promise<void> {
  return rowOf(page, id).scrollIntoViewIfNeeded()
}

function rowOf(page: Page, id: string): Locator {
  return page.locator(`[data-order="${id}"]`)
}

/** Intercepts the page's socket; after `hold` no event arrives. Call it before the page is opened. */
async function interceptEvents(page: Page): Promise<{ hold(): void }> {
  let isHeld = false
  await page.routeWebSocket(/\/socket\.io\//, (browser) => {
    const server = browser.connectToServer()
    browser.onMessage((message) => server.send(message))
    server.onMessage((message) => {
      if (!isHeld) browser.send(message)
    })
  })
  return {
    hold: () => {
      isHeld = true
    },
  }
}
