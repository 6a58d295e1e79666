import type { Page } from '@playwright/test'
import type { MenuPath } from '../../admin/src/app/nav.ts'
import { checkAxe } from './kit/axe-check.ts'
import { premium } from './kit/environment.ts'
import { checkStop } from './kit/keyboard.ts'
import { picture } from './kit/picture.ts'
import { expect, password, phone, test } from './kit/test.ts'

/** MooGold's simulator delivers two codes to this player. */
const twoCodes = {
  product: 'genshin-impact',
  item: '300 + 30 Genesis Crystals',
  input1: '20000010',
  input2: 'Asia',
}
const computer = { viewport: { width: 1440, height: 900 } }

/** Screens of the menu that the first test opens, some with what opens over them. */
type OpenedFirst = '/' | '/orders' | '/second-factor' | '/usersdata'

/**
 * All other screens of the menu, each with a text that appears once it is loaded; its picture is named as
 * its address. A screen that is left out fails the type check.
 */
const menuScreens: Record<Exclude<MenuPath, OpenedFirst>, string> = {
  '/approvals': 'No requests to approve',
  '/price': 'Important note',
  '/viewproducts': 'Free Fire',
  '/viewitems': '86 Diamonds',
  '/createitems': 'As shown in the store',
  '/admingallery': 'Copy URL',
  '/money': 'Delivered on time',
  '/reconciliation': 'Payments are checked one by one',
  '/txn': 'UPI ref. no.',
  '/wallettxn': 'Balance after',
  '/audit': 'Check now',
  '/suppliers': 'Paused items',
  '/incident': 'No open incidents',
  '/tickets': 'No open tickets.',
  '/createproduct': 'Customer input',
  '/maintenance': 'Nothing needs attention.',
  '/roles': 'Permissions',
}
const innerScreens = {
  '/editproduct/mobile-legends': 'As shown in the store',
  '/supplierlists': 'mobilelegends BR Twilight Pass',
}

test.describe('the whole site', () => {
  // Axe's findings hardly depend on the width: `E2E_FULL=1` checks a phone as well.
  const onPhone = process.env.E2E_FULL === '1' ? [{ size: 'a phone', device: phone }] : []
  for (const { size, device } of [...onPhone, { size: 'a computer', device: computer }]) {
    test(`axe finds nothing in the back office, on ${size}`, async ({ open, environment }) => {
      const id = await environment.buy(premium)
      await environment.pay(id)
      await environment.untilOnBoard(id)
      const admin = await open('meera', '/admin', device)
      await expect(admin.getByText('Sales')).toBeVisible()
      await checkAxe(admin)
      await admin.goto('/admin/second-factor')
      await admin.getByRole('button', { name: 'Set up' }).click()
      await expect(admin.getByRole('dialog', { name: 'Enter your password to continue' })).toBeVisible()
      await checkAxe(admin)
      await picture(admin, 'second-factor-proof')
      await admin.getByLabel('Password', { exact: true }).fill(password)
      await admin.getByRole('button', { name: 'Continue' }).click()
      await expect(admin.getByText('I have scanned it')).toBeVisible()
      await checkAxe(admin)
      await picture(admin, 'second-factor')
      await admin.goto('/admin/orders')
      await admin.locator(`[data-order="${id}"]`).focus()
      await expect(admin.getByText('Set status to')).toBeVisible()
      await checkAxe(admin)
      await admin.getByRole('link', { name: 'Order details' }).click()
      await expect(admin.getByRole('region', { name: 'Actions' })).toBeVisible()
      await admin.getByText('create_order').click()
      await checkAxe(admin)
      await picture(admin, 'order-page')
      await environment.complete(id)
      // Notified by the socket, long before the page would poll.
      await expect(admin.locator('.top-o').getByText('Completed')).toBeVisible({ timeout: 5_000 })
      await admin.goto('/admin/usersdata')
      for (const [name, button, window] of [
        ['users-edit', /^Edit Asha/, 'Edit user'],
        ['users-balance', /^Balance of Asha/, 'Add balance'],
      ] as const) {
        await admin.getByRole('button', { name: button }).click()
        await expect(admin.getByRole('dialog', { name: window })).toBeVisible()
        await checkAxe(admin)
        await picture(admin, name)
        await admin.keyboard.press('Escape')
        await expect(admin.getByRole('dialog')).toHaveCount(0)
      }
      await checkAxe(admin)
      await picture(admin, 'usersdata')
    })

    test(`axe finds nothing on the back office’s lists, and they fit a phone, on ${size}`, async ({
      open,
    }) => {
      // Axe takes some seconds a screen.
      test.setTimeout(240_000)
      const admin = await open('meera', '/admin', device)
      for (const [path, shown] of Object.entries({ ...menuScreens, ...innerScreens })) {
        await admin.goto(`/admin${path}`)
        await expect(admin.getByText(shown).first()).toBeVisible()
        await checkAxe(admin)
        await fitsPhones(admin)
        await picture(admin, path.split('/')[1] ?? '')
      }
    })
  }

  test('axe finds nothing on a customer’s page and in the team', async ({ open }) => {
    const admin = await open('meera', '/admin/usersdata?search=asha', computer)
    await admin.getByRole('link', { name: /^Asha/ }).first().click()
    await expect(admin.getByRole('table', { name: 'Orders' })).toBeVisible()
    await checkAxe(admin)
    await picture(admin, 'customer')
    await admin.getByRole('tab', { name: 'Player IDs' }).click()
    await checkAxe(admin)
    await picture(admin, 'customer-ids')
    await admin.goto('/admin/roles/team')
    await expect(admin.getByRole('combobox', { name: /^Role of Meera/ })).toBeVisible()
    await checkAxe(admin)
    await picture(admin, 'team')
  })

  test('axe finds nothing where a code was delivered, hidden and revealed, and the code is gone with the tab', async ({
    open,
    environment,
  }) => {
    const id = await environment.buy({ ...premium, ...twoCodes })
    await environment.pay(id)
    const page = await open('asha', `/confirmation?client_txn_id=${id}`, phone)
    await expect(page.getByRole('heading', { name: 'Your 2 codes are here' })).toBeVisible()
    await expect(page.locator('.secret')).toHaveCount(2)
    await checkAxe(page)
    await picture(page, 'codes-hidden')
    await page.getByRole('button', { name: 'Reveal Code 2 of 2' }).click()
    await expect(page.getByRole('button', { name: 'Copy Code 2 of 2' })).toBeVisible()
    await checkAxe(page)
    await picture(page, 'codes-revealed')
    const code = (await page.locator('.secret .v:not(.hid)').textContent()) ?? ''
    expect(code).toMatch(/^[A-Z0-9-]{17}$/)
    await page.evaluate("dispatchEvent(new Event('pagehide'))")
    await expect(page.getByText(code)).toHaveCount(0)
  })

  test('E22 every stop of the Tab key is visible: marked, and under no bar', async ({ open }) => {
    const page = await open('asha', `/product/${premium.product}`, { viewport: { width: 360, height: 740 } })
    await expect(page.getByRole('radio').first()).toBeVisible()
    for (let stops = 0; stops < 25; stops += 1) {
      await page.keyboard.press('Tab')
      await checkStop(page)
    }
  })

  test('E22 targets are at least 24 px, and on a phone the buttons 44', async ({ open }) => {
    for (const [path, device, least] of [
      [`/product/${premium.product}`, phone, 44],
      [`/product/${premium.product}`, computer, 24],
    ] as const) {
      const page = await open('asha', path, device)
      await expect(page.getByRole('radio').first()).toBeVisible()
      const small = await page.evaluate<string[]>(smallTargets(least))
      expect(small).toEqual([])
    }
  })

  test('E23 STATE-01 a status is a word and an icon, never a colour alone', async ({ open }) => {
    const page = await open('asha', '/orders')
    const statuses = page.locator('.st')
    await expect(statuses.first()).toBeVisible()
    for (const status of await statuses.all()) {
      await expect(status).toHaveText(/^(Created|Processing|Completed|Refunded|Cancelled|Failed)$/)
      await expect(status.locator('svg')).toHaveCount(1)
    }
  })

  test('E23 nothing moves for a customer who prefers reduced motion', async ({ open, environment }) => {
    const id = await environment.buy(premium)
    const page = await open('asha', `/pay?client_txn_id=${id}`, { reducedMotion: 'reduce' })
    await expect(page.getByText('Waiting for your bank.')).toBeVisible()
    // An instant transition may still be counted as running for one frame.
    const moving = `document.getAnimations().filter(({ playState, effect }) =>
      playState === 'running' && effect.getComputedTiming().duration > 20).length`
    expect(await page.evaluate(moving)).toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(() => page.evaluate(moving)).toBeGreaterThan(0)
  })
})

/** On a phone, on the narrowest one, and with text of twice the size no screen is wider than its window. */
async function fitsPhones(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('the page has no size')
  const fits = async (how: string) => {
    const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    // A chart is redrawn a moment after its width has changed.
    await expect.poll(() => page.evaluate<number>(wider), `${page.url()}, ${how}`).toBe(0)
  }
  await page.setViewportSize({ width: 320, height: 800 })
  await fits('at 320 px')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await fits('with letters of twice the size')
  await page.evaluate("document.documentElement.style.fontSize = ''")
  await page.setViewportSize(size)
}

/** Buttons and fields smaller than a finger of that size; links within text are exempt. */
function smallTargets(least: number): string {
  return `[...document.querySelectorAll('button, input, select, [role=radio], a.btn')]
    .filter((one) => one.checkVisibility())
    .map((one) => {
      const { width, height } = one.getBoundingClientRect()
      const margin = getComputedStyle(one, '::after').position === 'absolute' ? ${least} : 0
      return { name: one.getAttribute('aria-label') || one.textContent.trim() || one.placeholder, width: Math.max(width, margin), height: Math.max(height, margin) }
    })
    .filter(({ width, height }) => width < ${least} || height < ${least})
    .map(({ name, width, height }) => name + ' ' + Math.round(width) + '×' + Math.round(height))`
}
