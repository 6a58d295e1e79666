import type { UnclearBatch } from '@jhatpat/shared/contracts/unclear-batches.ts'
import type { Page } from '@playwright/test'
import { aBatch } from '../../admin/src/features/board/unclear/a-batch.ts'
import { everyPicture } from './more-scenes.ts'
import type { Scene } from './scene.ts'

const card = (page: Page) => page.getByRole('region', { name: /unclear purchases/ })
const answer = async (page: Page, item: string, button: string) =>
  card(page)
    .getByRole('listitem')
    .filter({ hasText: item })
    .getByRole('button', { name: button, exact: true })
    .click()

const scene = (
  state: string,
  more: { batch?: Partial<UnclearBatch>; prepare?: (page: Page) => Promise<unknown> } = {},
): Scene => ({
  ...{ name: `unclear-${state}`, who: 'meera', path: '/admin/orders', folder: everyPicture },
  browser: (context) =>
    context.route('**/api/admin/unclear-batches', (route) => route.fulfill({ json: [aBatch(more.batch)] })),
  prepare: async (page) => {
    await card(page).waitFor()
    await more.prepare?.(page)
  },
})

/** The card of unclear purchases in the states that no filled shop shows at once. */
export const unclearScenes: readonly Scene[] = [
  scene('two'),
  scene('missing', { prepare: (page) => answer(page, 'Weekly Pass', 'Not delivered') }),
  scene('chosen', { prepare: (page) => answer(page, 'JP26112800A', 'Delivered') }),
  scene('refused', { prepare: (page) => answer(page, 'Weekly Pass', 'Delivered') }),
  scene('override', {
    prepare: async (page) => {
      await answer(page, 'Weekly Pass', 'Delivered')
      await answer(page, 'Weekly Pass', 'Override…')
      await page.getByRole('dialog').waitFor()
    },
  }),
  scene('none', { batch: { left: 30, sets: [], count: 0 } }),
  scene('doubt', { batch: { doubt: 'not_proven', sets: [], count: 0 } }),
  scene('list', {
    prepare: async (page) => {
      await card(page).getByRole('button', { name: 'Paste order list…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
]
