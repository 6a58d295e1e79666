import type { BrowserContext, Page } from '@playwright/test'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

/** What opens on the board, and an order's page for admins. */
export function boardScreenshots({ unknown, refunded }: { unknown: string; refunded: string }): Screenshot[] {
  return [
    board('selected', select),
    board('bulk', async (page) => {
      await select(page)
      await refundSelected(page)
    }),
    {
      ...board('bulk-ask', async (page) => {
        await select(page)
        await refundSelected(page)
      }),
      browser: (context) =>
        context.route('**/api/admin/limits', (route) => route.fulfill({ json: { refundLimit: 200 } })),
    },
    {
      ...board('notes', (page) => page.getByRole('region', { name: 'Notes' }).waitFor()),
      path: `/admin/orders?order=${unknown}`,
      browser: (context) => withNotes(context, unknown),
    },
    board('reason', async (page) => {
      await page.locator('[data-order]', { hasText: 'Deliver by hand' }).last().focus()
      await page
        .locator('.answers')
        .getByRole('button', { name: /^Refunded/ })
        .click()
    }),
    orderPage('order-page', unknown),
    orderPage('order-page-ended', refunded),
  ]
}

/** As the server would tell of them: a note is never taken back, and would stand in the other pictures. */
const notes = [
  {
    at: '2026-11-21T16:05:00.000Z',
    by: 'a2',
    name: 'Imran Khan',
    text: 'Asked the supplier in the chat, no answer yet.',
  },
  {
    at: '2026-11-21T16:20:00.000Z',
    by: 'a1',
    name: 'Meera Iyer',
    text: 'The customer is fine with waiting until six.',
  },
]

async function withNotes(context: BrowserContext, orderid: string): Promise<void> {
  await context.route(/\/api\/admin\/orders\/[^/]+\/notes(\?|$)/, (route) =>
    route.fulfill({ json: { notes } }),
  )
  await context.route(/\/api\/admin\/processing(\?|$)/, async (route) => {
    const response = await route.fetch()
    const orders: Record<string, unknown>[] = await response.json()
    // What comes later of the real one is older than this.
    const noteSummary = { noteSummary: { count: notes.length, lastAt: notes.at(-1)?.at }, revision: 1_000 }
    const json = orders.map((order) => (order.orderid === orderid ? { ...order, ...noteSummary } : order))
    await route.fulfill({ response, json })
  })
}

async function select(page: Page): Promise<void> {
  await page.locator('[data-order]').nth(2).waitFor()
  for (const box of (await page.getByRole('checkbox').all()).slice(1, 3)) await box.check()
}

async function refundSelected(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refunded…' }).click()
  await page.getByRole('dialog').waitFor()
}

const board = (name: string, prepare: Screenshot['prepare']): Screenshot => ({
  ...{ name: `board-${name}`, who: 'meera', path: '/admin/orders', folder: everyPicture },
  ...(prepare && { prepare }),
})

/** With the first call that was kept open. */
const orderPage = (name: string, id: string): Screenshot => ({
  ...{ name, who: 'meera', path: `/admin/txn/${id}`, folder: everyPicture },
  prepare: async (page) => {
    await page.locator('.vendor-call').last().waitFor({ timeout: 30_000 })
    await page.locator('.vendor-call summary').last().click()
  },
})
