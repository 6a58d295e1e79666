import { framesIn, workOf } from './kit/frame-rate.ts'
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

  const work = await workOf(page)
  const before = await work()
  const seconds = isFull ? 10 : 2
  const frames = framesIn(page, seconds)
  let changes = 0
  const timer = setInterval(() => {
    board.change()
    changes += 1
  }, 1_000 / perSecond)
  const shown = await frames
  clearInterval(timer)

  expect(changes).toBeGreaterThan((seconds * perSecond) / 2)
  // Time of the page's own thread, whatever else the machine does: twenty times this is less than half a
  // second.
  expect(((await work()) - before) / changes).toBeLessThan(22)
  if (isFull) expect(shown / seconds).toBeGreaterThan(55)

  // All orders are in the page: the last one is found and reached, and is complete once it is visible.
  const last = rows.last()
  await expect(last.getByRole('button', { name: /^Assign/ })).toHaveCount(0)
  await last.focus()
  await expect(last.getByRole('button', { name: /^Assign/ })).toBeInViewport()
})
