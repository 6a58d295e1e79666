import { orderDetails } from '@jhatpat/shared/contracts/order-details.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import type { Page } from '@playwright/test'
import { checkAxe } from './kit/axe-check.ts'
import { forNewPlayer, premium, until } from './kit/environment.ts'
import { checkFits } from './kit/layout-fits.ts'
import { picture } from './kit/picture.ts'
import { expect, test } from './kit/test.ts'

/** Opens the search, as on any screen of the back office. */
async function openSearch(page: Page) {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  return dialog
}

test('thirty typed texts have the expected first result', async ({ open, environment }) => {
  const orderid = await environment.buy(forNewPlayer(premium))
  await environment.pay(orderid)
  await environment.untilOnBoard(orderid)
  const reference = await until('the bank reference', async () => {
    const { order } = await environment.admin.call(orderDetails, { params: { id: orderid } })
    return order.transactionid || undefined
  })
  const shown = groupId(orderid)
  const inFours = reference.replace(/(.{4})(?=.)/g, '$1 ')
  const page = await open('meera', '/admin/maintenance')
  await expect(page.getByRole('heading', { level: 1, name: 'Needs attention' })).toBeVisible()
  const dialog = await openSearch(page)
  const queries: [typed: string, first: string | RegExp][] = [
    // Ids, as stored, as displayed, and as typed by hand.
    [orderid, shown],
    [shown, shown],
    [shown.replaceAll('-', ' '), shown],
    [orderid.toLowerCase(), shown],
    [`  ${shown} `, shown],
    [orderid.slice(0, 13), shown],
    [shown.slice(0, 14), shown],
    [shown.slice(3), shown],
    // References and numbers.
    [reference, shown],
    [inFours, shown],
    ['9000000001', 'Asha Rao'],
    ['90000 00002', 'Ravi Menon'],
    ['+91 90000 00003', 'Meera Iyer'],
    ['090000-00004', 'Imran Khan'],
    ['asha@jhatpat.test', 'Asha Rao'],
    // Half names.
    ['ash', 'Asha Rao'],
    ['ravi m', 'Ravi Menon'],
    ['imran k', 'Imran Khan'],
    ['mobile leg', 'Mobile Legends'],
    ['sitara', /^Sitara\+/],
    // Screens, by name and by another name.
    ['gall', 'Gallery'],
    ['wallet tr', 'Wallet Transactions'],
    ['customers', 'User Data'],
    ['failed jobs', 'Needs attention'],
    ['create pr', 'Create Product'],
    // Actions.
    [`refund ${shown}`, `Refund ${shown}…`],
    [`complete ${orderid.slice(0, 13)}`, `Complete ${shown}…`],
    ['pause MooGold', 'Pause MooGold…'],
    ['switch off smile ph', 'Pause Smile.one PH…'],
    ['prices mobile leg', 'Change prices of Mobile Legends'],
  ]
  expect(queries).toHaveLength(30)
  const field = dialog.getByRole('combobox')
  const firstTitle = dialog.getByRole('option', { selected: true }).locator('.b').first()
  for (const [typed, first] of queries) {
    await field.fill(typed)
    await expect(dialog.getByText('Searching…'), typed).toHaveCount(0)
    await expect(firstTitle, typed).toHaveText(first)
  }
  await field.fill(`refund ${shown}`)
  await expect(firstTitle).toHaveText(`Refund ${shown}…`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/txn/${orderid}\\?do=Refunded$`))
  await expect(page.getByRole('button', { name: 'Set to Refunded' })).toBeVisible()
})

for (const width of [360, 768, 1440]) {
  test(`the search fits and is clean to axe at ${width} px`, async ({ open }) => {
    const page = await open('meera', '/admin', { viewport: { width, height: 800 } })
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    const dialog = await openSearch(page)
    await dialog.getByRole('combobox').fill('asha')
    await expect(dialog.getByRole('option', { name: /^Asha Rao/ })).toBeVisible()
    await checkFits(page, `at ${width} px`)
    await checkAxe(page)
    await picture(page, 'admin-search', [width])
  })
}
