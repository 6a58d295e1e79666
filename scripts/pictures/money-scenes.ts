import type { BrowserContext, Page } from '@playwright/test'
import { everyPicture } from './more-scenes.ts'
import type { Scene } from './scene.ts'

const scene = (name: string, path: string, more: Pick<Scene, 'prepare' | 'browser'> = {}): Scene => ({
  ...{ name, who: 'meera', path: `/admin${path}`, folder: everyPicture },
  ...more,
})

const found = {
  day: '2026-11-20',
  of: 'order',
  foundAt: '2026-11-20T22:35:00.000Z',
  state: 'open',
  closed: null,
}

/** The simulators' books agree, so that what does not is made up here. */
const exceptions = [
  {
    ...{ ...found, id: '1', kind: 'paid_not_booked', ref: 'JP261120JT7BS7C7', amount: 345 },
    ...{ outside: '₹345.00 received', ours: 'Failed, no money booked' },
  },
  {
    ...{ ...found, id: '2', kind: 'no_proof_of_delivery', ref: 'JP261120H1PPAHFK', amount: 849 },
    ...{ outside: '0 of 1 packs bought', ours: 'Completed by Imran' },
  },
  {
    ...{ ...found, id: '3', kind: 'balance_differs', ref: 'SMILEBR.2026-11-20', of: 'supplier', amount: 284 },
    ...{ outside: 'The balance fell by 1200 smile coins', ours: 'Bought for 1000 smile coins' },
    ...{ state: 'explained', closed: { at: found.foundAt, by: 'Lakshmi', note: 'Used by hand for a test.' } },
  },
]

const day = {
  ...{ day: '2026-11-20', state: 'done', comparedAt: found.foundAt, asked: 2_300, unanswered: 3, exceptions },
  ...{ received: 704_180, payments: 2_141, booked: 703_835, captures: 2_140, wallets: 38_214.5, sets: 4_602 },
  ...{ units: 1_862, unproven: 1, balances: [], open: 2, openDays: ['2026-11-20', '2026-11-18'] },
}

const withExceptions = (context: BrowserContext) =>
  context.route('**/api/admin/reconciliation/2026-11-20', (route) => route.fulfill({ json: day }))

const answer = (page: Page) =>
  page
    .getByRole('button', { name: /^Answer/ })
    .first()
    .click()
const daysPath = '/reconciliation?day=2026-11-20'

/** Sales and margin, and what does not agree; the demo's past orders are counted by its workers. */
export const moneyScenes: readonly Scene[] = [
  scene('admin-money', '/money?period=30', {
    prepare: (page) => page.locator('.recharts-bar-rectangle').first().waitFor(),
  }),
  scene('admin-money-day', '/money?period=30', {
    prepare: async (page) => {
      await page.locator('.recharts-surface').first().focus()
      await page.keyboard.press('ArrowRight')
      await page.locator('.money-tip').waitFor()
    },
  }),
  scene('admin-money-numbers', '/money?period=7', {
    prepare: (page) => page.getByText('All numbers by day').click(),
  }),
  scene('admin-reconciliation', '/reconciliation'),
  scene('admin-reconciliation-open', daysPath, { browser: withExceptions }),
  scene('admin-reconciliation-answer', daysPath, { browser: withExceptions, prepare: answer }),
]
