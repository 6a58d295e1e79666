import { makeOrderLine } from '../../admin/src/features/all-orders/order-line-fixture.ts'
import { lowestWork, scrollFrames } from './kit/frame-rate.ts'
import { expect, test } from './kit/test.ts'

const size = 10_000
const isFull = process.env.E2E_FULL === '1'

test('E21 a table of 10,000 rows has time left for its frames while it is scrolled', async ({ open }) => {
  const page = await open('meera', '/home')
  const transactions = Array.from({ length: size }, (_one, index) => {
    const orderid = `JP261121${String(index).padStart(6, '0')}`
    return makeOrderLine({ _id: orderid, orderid, value: 100 + (index % 900) })
  })
  const ends = { next: null, previous: null, hasMore: false, matchedBy: null }
  await page.route('**/api/admin/alltxn?*', (route) =>
    route.fulfill({ json: { transactions, totalTxns: size, ...ends } }),
  )
  await page.goto('/admin/txn?size=500')
  const table = page.getByRole('table', { name: 'All Orders' })
  await expect(table).toHaveAttribute('aria-rowcount', String(size + 1))
  const rows = table.locator('tr[data-row]')
  await expect(rows.first()).toBeVisible()

  const frames = isFull ? 50 : 12
  let fewest = Number.POSITIVE_INFINITY
  const lowest = await lowestWork(page, 3, async () => {
    // Ten rows per frame: no person scrolls faster.
    fewest = Math.min(fewest, frames / (await scrollFrames(page, frames, 400)))
    return frames
  })
  // Measured 1.4. That only new rows are rendered is counted in data-table.test.tsx.
  expect(lowest).toBeLessThan(3)
  if (isFull) expect(fewest).toBeGreaterThan(50)

  expect(await rows.count()).toBeLessThan(200)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(table.getByText('JP-261121-009999')).toBeInViewport()
})
