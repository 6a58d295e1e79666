// cspell:ignore usersdata viewitems viewproducts wallettxn
import { checkAxe } from './kit/axe-check.ts'
import { forNewPlayer, premium } from './kit/environment.ts'
import { checkFitsAlways } from './kit/layout-fits.ts'
import { picture } from './kit/picture.ts'
import { expect, phone, test } from './kit/test.ts'

/** What a card of each table shows on a phone, in its places. */
const cards: Record<string, readonly string[]> = {
  txn: ['title', 'amount', 'age', 'status', 'next'],
  usersdata: ['title', 'amount', 'age', 'status', 'next'],
  viewitems: ['title', 'amount', 'age', 'status', 'next'],
  viewproducts: ['title', 'amount', 'status', 'next'],
  wallettxn: ['title', 'amount', 'age', 'status', 'next'],
  audit: ['title', 'amount', 'age'],
}
const minTargetPx = 44

test('tables are cards on phones, with status, amount, age and the next step, and targets of 44 px', async ({
  open,
  environment,
}) => {
  const orderid = await environment.buy(forNewPlayer(premium))
  await environment.pay(orderid)
  await environment.untilOnBoard(orderid)
  // An entry of the audit log.
  await environment.assign(orderid)
  await environment.fundWallet(500)
  const page = await open('meera', '/admin', phone)
  for (const [path, places] of Object.entries(cards)) {
    await page.goto(`/admin/${path}`)
    const card = page.locator('.phone-cards tbody tr').first()
    await expect(card, path).toBeVisible()
    for (const place of places) {
      await expect(card.locator(`[data-card=${place}]`), `${path}: ${place}`).toBeVisible()
    }
    const targets = await page
      .locator('.phone-cards tbody :is(a, button)')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height),
      )
    expect(Math.min(...targets, Infinity), path).toBeGreaterThanOrEqual(minTargetPx)
    await checkFitsAlways(page, 'main')
    await checkAxe(page)
    await picture(page, `table-${path}`, [360])
  }
})

test('cards are sorted as the table is, also by what a phone does not show as a head', async ({
  open,
  environment,
}) => {
  await environment.buy(forNewPlayer(premium))
  const page = await open('meera', '/admin/txn', phone)
  const sort = page.getByLabel('Sort by')
  await expect(sort).toHaveValue('-createdAt')
  await sort.selectOption({ label: 'Amount, lowest first' })
  await expect(page).toHaveURL(/[?&]sort=value/)
  const amounts = page.locator('.phone-cards tbody tr [data-card=amount]')
  await expect
    .poll(async () => {
      const shown = (await amounts.allInnerTexts()).map((text) => Number(text.replace(/[^\d.]/g, '')))
      return shown.length > 0 && shown.every((one, at) => one >= (shown[at - 1] ?? 0))
    })
    .toBe(true)
  const box = await sort.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(minTargetPx)
})

test('the next step of an order that waits for an admin is to decide it', async ({ open, environment }) => {
  const orderid = await environment.buy(forNewPlayer(premium))
  await environment.pay(orderid)
  await environment.untilOnBoard(orderid)
  const page = await open('meera', `/admin/txn?q=${orderid}`, phone)
  await page.getByRole('link', { name: 'Decide' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/orders\\?order=${orderid}`))
})

test('figures stay in their boxes with letters of twice the size, at 360 px', async ({ open }) => {
  const page = await open('meera', '/admin', phone)
  for (const [path, text] of [
    ['', 'Sales'],
    ['/money', 'Delivered on time'],
    ['/suppliers', 'Paused items'],
  ] as const) {
    await page.goto(`/admin${path}`)
    await expect(page.getByText(text).first()).toBeVisible()
    await checkFitsAlways(page, 'main')
  }
})
