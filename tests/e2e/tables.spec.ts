import type { Locator, Page } from '@playwright/test'
import { premium } from './kit/environment.ts'
import { picture } from './kit/picture.ts'
import { expect, test } from './kit/test.ts'

const heads = (page: Page) => page.getByRole('columnheader').allTextContents()
const rows = async (page: Page) =>
  (await page.locator('tr[data-row]').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
const within = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

/** The address of the rows below a row, as the button Next writes it. */
async function below(row: Locator, page: Page): Promise<string> {
  const id = (await row.locator('.mono').first().innerText()).replaceAll('-', '')
  const at = Date.parse((await row.locator('time').first().getAttribute('datetime')) ?? '')
  return `${within(page)}&page=2&after=${at}.${id}`
}

async function drag(from: Locator, to: Locator): Promise<void> {
  const page = from.page()
  await from.hover()
  await page.mouse.down()
  await to.hover()
  await page.mouse.up()
}

test('E17 the address of a table shows another admin the same rows in the same order, columns and page, also under its name', async ({
  open,
  environment,
}) => {
  for (let place = 0; place < 4; place += 1) await environment.buy(premium)
  const meera = await open('meera', '/admin/txn?status=Created')
  await expect(meera.locator('tr[data-row]').first()).toBeVisible()
  await meera.getByRole('button', { name: 'Date', exact: true }).click()
  await meera.getByRole('button', { name: 'Columns' }).click()
  await drag(
    meera.getByRole('button', { name: 'Move Amount' }),
    meera.getByRole('button', { name: 'Move Item' }),
  )
  await meera.getByRole('checkbox', { name: 'UPI ref. no.' }).uncheck()
  await picture(meera, 'txn-columns')
  await meera.keyboard.press('Escape')
  await expect.poll(() => heads(meera)).toEqual(expect.arrayContaining(['Order', 'Amount', 'Item']))
  expect((await heads(meera)).slice(0, 3)).toEqual(['Order', 'Amount', 'Item'])
  await expect(meera).toHaveURL(/sort=createdAt&cols=value\+item\+(?!.*bank)/)

  await meera.getByRole('button', { name: 'Save view' }).click()
  await meera.getByRole('textbox', { name: 'Name of the view' }).fill('Oldest first')
  await meera.getByRole('checkbox', { name: 'Share with the team' }).check()
  await picture(meera, 'txn-save-view')
  await meera.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(meera.getByRole('link', { name: /^Oldest first/ })).toHaveAttribute('aria-current', 'page')
  const shown = await rows(meera)
  expect(shown.length).toBeGreaterThan(3)
  await picture(meera, 'txn-view')

  const imran = await open('imran', '/admin/txn')
  await imran.getByRole('link', { name: /^Oldest first/ }).click()
  await expect.poll(() => rows(imran)).toEqual(shown)
  expect(await heads(imran)).toEqual(await heads(meera))

  await meera.goto(await below(meera.locator('tr[data-row="1"]'), meera))
  await expect(meera.locator('tr[data-row]')).toHaveCount(shown.length - 2)
  expect(await rows(meera)).toEqual(shown.slice(2))
  await imran.goto(within(meera))
  await expect.poll(() => rows(imran)).toEqual(shown.slice(2))

  await meera.goto('/admin/wallettxn?status=Success&sort=value&cols=value+type+user')
  await expect(meera.locator('tr[data-row]').first()).toBeVisible()
  const lines = await rows(meera)
  expect(lines.length).toBeGreaterThan(1)
  await imran.goto(within(meera))
  await expect.poll(() => rows(imran)).toEqual(lines)
})
