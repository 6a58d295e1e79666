import { framesIn, lowestWork } from './kit/frame-rate.ts'
import { serveFullBoard } from './kit/full-board.ts'
import { expect, test } from './kit/test.ts'

const size = 2_000
const perSecond = 20
const isFull = process.env.E2E_FULL === '1'

test('E21 the board with 2,000 orders takes twenty changes a second and has time left for its frames', async ({
  open,
}) => {
  const page = await open('meera', '/home')
  const board = await serveFullBoard(page, size)
  await page.goto('/admin/orders')
  const rows = page.locator('[data-order]')
  const more = page.getByRole('button', { name: 'Load more' })
  for (let loaded = 500; loaded < size; loaded += 500) {
    await expect(rows).toHaveCount(loaded)
    await expect(more).not.toHaveAttribute('aria-busy')
    await more.click()
  }
  await expect(rows).toHaveCount(size)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  const seconds = isFull ? 10 : 2.4
  const parts = 3
  let shown = 0
  const lowest = await lowestWork(page, parts, async () => {
    let changes = 0
    const timer = setInterval(() => {
      board.change()
      changes += 1
    }, 1_000 / perSecond)
    shown += await framesIn(page, seconds / parts)
    clearInterval(timer)
    expect(changes).toBeGreaterThan((seconds / parts) * (perSecond / 2))
    return changes
  })
  // Measured 0.8, and 2 when far rows are rendered in full.
  expect(lowest).toBeLessThan(1.3)
  if (isFull) expect(shown / seconds).toBeGreaterThan(55)

  // All orders are in the page: the last one is found and reached, and is complete once it is visible.
  const last = rows.last()
  await expect(last.getByRole('button', { name: /^Assign/ })).toHaveCount(0)
  await last.focus()
  await expect(last.getByRole('button', { name: /^Assign/ })).toBeInViewport()
})
