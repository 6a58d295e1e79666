import { everyPicture } from './more-scenes.ts'
import type { Scene } from './scene.ts'

/** What opens on the board, and an order's page for admins. */
export function boardScenes({ unknown, refunded }: { unknown: string; refunded: string }): Scene[] {
  return [
    board('selected', async (page) => {
      await page.locator('[data-order]').nth(2).waitFor()
      for (const box of (await page.getByRole('checkbox').all()).slice(1, 3)) await box.check()
    }),
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

const board = (name: string, prepare: Scene['prepare']): Scene => ({
  ...{ name: `board-${name}`, who: 'meera', path: '/admin/orders', folder: everyPicture },
  ...(prepare && { prepare }),
})

/** With the first call that was kept open. */
const orderPage = (name: string, id: string): Scene => ({
  ...{ name, who: 'meera', path: `/admin/txn/${id}`, folder: everyPicture },
  prepare: async (page) => {
    await page.locator('.exchange').last().waitFor({ timeout: 30_000 })
    await page.locator('.exchange summary').last().click()
  },
})
