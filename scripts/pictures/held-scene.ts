import type { Page } from '@playwright/test'

const at = '2026-11-21T18:30:00.000Z'
const price = (itemid: number, name: string, more: object) => ({
  ...{ itemid, name, field: 'discountedprice', from: 109, to: 100, result: 'pending', cost: 95.4 },
  ...{ costBefore: 87.33, ...more },
})
const set = {
  ...{ id: 'JC261121K7Q2MDX4', state: 'partly', pending: 'open', by: 'Imran', reason: '', rollsBackId: '' },
  ...{ rolledBackBy: '', createdAt: at, applyAt: at, endedAt: at },
  prices: [
    price(101, '86 Diamonds', {}),
    price(101, '86 Diamonds', { field: 'resellprice', from: 101, to: 97 }),
    price(103, 'Twilight Pass, with the bonus of the first week', {
      from: 799,
      to: 749,
      cost: 742,
      costBefore: 690,
    }),
  ],
}

/** The price sheet as it asks; no supplier of the pictures' shop moves its prices. */
export async function askAboutHeld(page: Page): Promise<void> {
  await page.route('**/admin/price-changes?only=pending', (route) =>
    route.fulfill({ json: { planned: [], pending: [set], sets: [], next: '' } }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Decide…' }).click()
  await page.getByRole('list', { name: 'What was held back' }).waitFor()
}
