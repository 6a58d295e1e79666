import type { Locator, Page } from '@playwright/test'
import type { Wish } from '../../../scripts/demo/shop.ts'
import { forAnybody } from './environment.ts'

/** The parts of a product's page that a customer fills in. */
export function productPage(page: Page) {
  const fields = page.locator('.ids').locator('input, select')
  const buy = page.getByRole('button', { name: 'BUY NOW' }).filter({ visible: true })
  return {
    first: fields.nth(0),
    second: fields.nth(1),
    check: page.getByRole('button', { name: 'Check', exact: true }),
    /** Says who the order is for. */
    who: page.locator('.player'),
    item: (name: string): Locator =>
      page.getByRole('radiogroup', { name: 'Items' }).getByRole('radio', { name: new RegExp(`^${name}`) }),
    method: (name: 'UPI' | 'Wallet'): Locator =>
      page
        .getByRole('radiogroup', { name: 'Payment method' })
        .getByRole('radio', { name: new RegExp(`^${name}`) }),
    buy,
    loginFirst: page.getByRole('button', { name: 'Please Login First' }).filter({ visible: true }),
  }
}

/** Fills in a whole order, a server by choosing it; checks the id where the page asks for that. */
export async function fillIn(page: Page, { item, input1, input2, paymentmode }: Wish): Promise<void> {
  const form = productPage(page)
  await form.item(item).click()
  await form.first.fill(input1)
  if (isServer(input2)) await form.second.selectOption(input2)
  else await form.second.fill(input2)
  if (await form.check.isVisible()) {
    await form.check.click()
    await page.getByText('Username: ').waitFor()
  }
  await form.method(paymentmode === 'upi' ? 'UPI' : 'Wallet').click()
}

/** Opens the product, orders, and returns the order's id from the page that follows. */
export async function buy(page: Page, wish: Wish): Promise<string> {
  await page.goto(`/product/${wish.product}`)
  await fillIn(page, forAnybody(wish))
  await productPage(page).buy.click()
  await page.waitForURL(/client_txn_id=/)
  return txnOf(page)
}

/** The id in the address of a pay or confirmation page. */
export function txnOf(page: Page): string {
  return new URL(page.url()).searchParams.get('client_txn_id') ?? ''
}

function isServer(input: string): boolean {
  return ['America', 'Asia', 'Europe', 'TW_HK_Mo'].includes(input)
}
