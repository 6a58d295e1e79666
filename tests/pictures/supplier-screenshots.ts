import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { makeSupplierAccount } from '../../admin/src/testing/supplier-fixture.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

const hourMs = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()

const falling = (from: number, to: number) =>
  Array.from({ length: 25 }, (_, hour) => ({
    at: ago(24 - hour),
    amount: String(Math.round(from - (from - to) * (hour / 24) ** 2)),
  }))

const brazil = () =>
  makeSupplierAccount({ history: falling(215_000, 181_380), topUpUrl: 'https://www.smile.one' })
const philippines = (more: Partial<SupplierAccount> = {}) =>
  makeSupplierAccount({
    account: 'SMILEPH',
    items: 11,
    history: falling(120_000, 104_110),
    available: '104110',
    balance: { amount: '104110', readAt: ago(0) },
    spendRate: { ...makeSupplierAccount().spendRate, perHour: '15790', runwayMs: 6.6 * hourMs },
    ...more,
  })
const mooGold = (more: Partial<SupplierAccount> = {}) =>
  makeSupplierAccount({
    account: 'MOOGOLD',
    unit: 'USD',
    items: 24,
    history: falling(1_900, 1_284.6),
    available: '1284.6',
    balance: { amount: '1284.60', readAt: ago(0) },
    spendRate: { ...makeSupplierAccount().spendRate, over: 'day', perHour: '61', runwayMs: 21 * hourMs },
    waiting: { orders: 14, units: 14, cost: '92.4', oldestAt: ago(0.32) },
    settings: { ...makeSupplierAccount().settings, lowBalanceLevel: '200' },
    ...more,
  })
const low = () =>
  philippines({
    isLow: true,
    balance: { amount: '42110', readAt: ago(0) },
    history: falling(110_000, 42_110),
    spendRate: { ...makeSupplierAccount().spendRate, perHour: '15790', runwayMs: 2.67 * hourMs },
  })
const item = (itemid: number, name: string, cost: string) => ({
  itemid,
  name,
  cost,
  imgpath: '/art/items/points.svg',
  inStock: true,
  isOverridden: false,
  pausedAt: ago(itemid / 10),
})
const paused = () =>
  philippines({
    isLow: true,
    balance: { amount: '5310', readAt: ago(0) },
    history: falling(90_000, 5_310),
    spendRate: { ...makeSupplierAccount().spendRate, perHour: '15790', runwayMs: hourMs / 3 },
    waiting: { orders: 6, units: 6, cost: '4900', oldestAt: ago(0.1) },
    paused: [
      item(1, '6,042 Diamonds', '5480'),
      item(2, '2,398 Diamonds', '2175'),
      { ...item(3, 'Twilight Pass', '402.5'), isOverridden: true },
    ],
  })
const silent = () =>
  mooGold({
    unresponsiveSince: ago(0.4),
    lastError: 'It did not answer in time.',
    cooldownUntil: ago(-0.05),
    balance: { amount: '1284.60', readAt: ago(0.42) },
  })

const screenshot = (state: string, accounts: () => SupplierAccount[]): Screenshot => ({
  name: `suppliers-${state}`,
  who: 'meera',
  path: '/admin/suppliers',
  folder: everyPicture,
  browser: (context) =>
    context.route('**/api/admin/suppliers', (route) => route.fulfill({ json: accounts() })),
})

/** The suppliers' screen in states that no filled shop shows at once. */
export const supplierScreenshots: readonly Screenshot[] = [
  screenshot('fine', () => [brazil(), philippines(), mooGold()]),
  screenshot('low', () => [brazil(), low(), mooGold()]),
  screenshot('silent', () => [brazil(), philippines(), silent()]),
  screenshot('paused', () => [brazil(), paused(), mooGold()]),
]
