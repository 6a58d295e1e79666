import type { DayException, ReconciledDay } from '@jhatpat/shared/contracts/reconciliation.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { emptySummary, makeSales } from '../../admin/src/features/reports/sales-fixture.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

const screenshot = (
  name: string,
  path: string,
  more: Pick<Screenshot, 'prepare' | 'browser'> = {},
): Screenshot => ({
  name,
  who: 'meera',
  path: `/admin${path}`,
  folder: everyPicture,
  ...more,
})

const found: Pick<DayException, 'day' | 'of' | 'foundAt' | 'state' | 'closed'> = {
  day: '2026-11-20',
  of: 'order',
  foundAt: '2026-11-20T22:35:00.000Z',
  state: 'open',
  closed: null,
}

/** The simulators' records match, so that differences are invented. */
const exceptions: DayException[] = [
  {
    ...found,
    id: '1',
    kind: 'paid_not_booked',
    ref: 'JP261120JT7BS7C7',
    amount: 345,
    external: '₹345.00 received',
    internal: 'Failed, no money booked',
  },
  {
    ...found,
    id: '2',
    kind: 'no_proof_of_delivery',
    ref: 'JP261120H1PPAHFK',
    amount: 849,
    external: '0 of 1 packs bought',
    internal: 'Completed by Imran',
  },
  {
    ...found,
    id: '3',
    kind: 'balance_differs',
    ref: 'SMILEBR.2026-11-20',
    of: 'supplier',
    amount: 284,
    external: 'The balance fell by 1200 coins',
    internal: 'Bought for 1000 coins',
    state: 'explained',
    closed: { at: found.foundAt, by: 'Lakshmi', note: 'Used by hand for a test.' },
  },
]

const day: ReconciledDay = {
  day: '2026-11-20',
  state: 'done',
  comparedAt: found.foundAt,
  asked: 2_300,
  unanswered: 3,
  exceptions,
  received: 704_180,
  payments: 2_141,
  booked: 703_835,
  captures: 2_140,
  wallets: 38_214.5,
  entries: 4_602,
  units: 1_862,
  unproven: 1,
  balances: [],
  unreadSuppliers: [],
  open: 2,
  openDays: ['2026-11-20', '2026-11-18'],
}

/** Thirty days of sales: weekends are better, and the 17th was bad. */
const dayOfSales = (at: number) => {
  const orders = Math.round(1_400 + 420 * Math.sin(at / 1.1) + at * 9)
  const sales = orders * 417.5
  return {
    ...emptySummary,
    day: `2026-11-${String(at + 1).padStart(2, '0')}`,
    orders,
    sales,
    priced: sales,
    ended: orders,
    cost: sales * 0.82,
    margin: sales * 0.18,
    upi: sales * 0.7,
    medianSeconds: 41,
    onTime: Math.round(orders * (at === 16 ? 0.92 : 0.985)),
    ninetiethSeconds: 310,
  }
}
const salesDays = Array.from({ length: 22 }, (_, at) => dayOfSales(at))
const aProduct = (id: string, name: string, share: number) => ({
  ...emptySummary,
  id,
  name,
  orders: Math.round(34_000 * share),
  sales: 14_200_000 * share,
  cost: 11_600_000 * share,
  margin: 2_600_000 * share,
  priced: 14_200_000 * share,
  ended: 34_000 * share,
  onTime: 33_300 * share,
  refunded: 210_000 * share,
  refunds: 600 * share,
  medianSeconds: 41,
  redeliveries: Math.round(41 * share),
  redeliveriesWithoutCost: share < 0.2 ? Math.round(41 * share) : 0,
  redeliveryCost: 9_800 * share,
  trend: salesDays.map(({ sales }) => sales * share),
})

const fullSales = () => {
  const reason = (name: 'region' | 'late' | 'sold_out', count: number) => ({
    reason: name,
    count,
    amount: count * 350,
  })
  return makeSales({
    total: { ...makeSales().total, redeliveries: 41, redeliveriesWithoutCost: 7, redeliveryCost: 8_134 },
    days: salesDays,
    refunds: [reason('region', 138), reason('late', 77), reason('sold_out', 61)],
    rows: [
      aProduct('mobile-legends', 'Mobile Legends', 0.52),
      aProduct('free-fire', 'Free Fire', 0.31),
      aProduct('genshin-impact', 'Genshin Impact', 0.17),
    ],
  })
}
const withSales = (context: BrowserContext) =>
  context.route(/\/api\/admin\/sales\?/, (route) => route.fulfill({ json: fullSales() }))

const withExceptions = (context: BrowserContext) =>
  context.route('**/api/admin/reconciliation/2026-11-20', (route) => route.fulfill({ json: day }))

const answer = (page: Page) =>
  page
    .getByRole('button', { name: /^Answer/ })
    .first()
    .click()
const daysPath = '/reconciliation?day=2026-11-20'

/** Sales and margin, and reconciliation; the demo's past orders are counted by its workers. */
export const moneyScreenshots: readonly Screenshot[] = [
  screenshot('admin-money', '/money?period=30', {
    prepare: (page) => page.locator('.recharts-bar-rectangle').first().waitFor(),
  }),
  screenshot('admin-money-day', '/money?period=30', {
    prepare: async (page) => {
      await page.locator('.recharts-surface').first().focus()
      await page.keyboard.press('ArrowRight')
      await page.locator('.money-tip').waitFor()
    },
  }),
  screenshot('admin-money-full', '/money?period=30', {
    browser: withSales,
    prepare: (page) => page.locator('.recharts-bar-rectangle').nth(20).waitFor(),
  }),
  screenshot('admin-money-numbers', '/money?period=7', {
    prepare: (page) => page.getByText('All numbers by day').click(),
  }),
  screenshot('admin-reconciliation', '/reconciliation'),
  screenshot('admin-reconciliation-open', daysPath, { browser: withExceptions }),
  screenshot('admin-reconciliation-answer', daysPath, { browser: withExceptions, prepare: answer }),
]
