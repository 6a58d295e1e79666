import type { UnclearBatch } from '@jhatpat/shared/contracts/unclear-batches.ts'
import type { Page } from '@playwright/test'
import { makeUnclearBatch } from '../../admin/src/features/board/unclear/unclear-batch-fixture.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

const card = (page: Page) => page.getByRole('region', { name: /unclear purchases/ })
const answer = async (page: Page, item: string, button: string) =>
  card(page)
    .getByRole('listitem')
    .filter({ hasText: item })
    .getByRole('button', { name: button, exact: true })
    .click()

const screenshot = (
  state: string,
  more: { batch?: Partial<UnclearBatch>; prepare?: (page: Page) => Promise<unknown> } = {},
): Screenshot => ({
  name: `unclear-${state}`,
  who: 'meera',
  path: '/admin/orders',
  folder: everyPicture,
  browser: (context) =>
    context.route('**/api/admin/unclear-batches', (route) =>
      route.fulfill({ json: [makeUnclearBatch(more.batch)] }),
    ),
  prepare: async (page) => {
    await card(page).waitFor()
    await more.prepare?.(page)
  },
})

/** The card of unclear purchases in states that no filled shop shows at once. */
export const unclearScreenshots: readonly Screenshot[] = [
  screenshot('two'),
  screenshot('missing', { prepare: (page) => answer(page, 'Weekly Pass', 'Not delivered') }),
  screenshot('chosen', { prepare: (page) => answer(page, 'JP26112800A', 'Delivered') }),
  screenshot('refused', { prepare: (page) => answer(page, 'Weekly Pass', 'Delivered') }),
  screenshot('override', {
    prepare: async (page) => {
      await answer(page, 'Weekly Pass', 'Delivered')
      await answer(page, 'Weekly Pass', 'Override…')
      await page.getByRole('dialog').waitFor()
    },
  }),
  screenshot('none', { batch: { left: 30, sets: [], count: 0 } }),
  screenshot('doubt', { batch: { inconclusiveReason: 'not_proven', sets: [], count: 0 } }),
  screenshot('list', {
    prepare: async (page) => {
      await card(page).getByRole('button', { name: 'Paste order list…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
]
