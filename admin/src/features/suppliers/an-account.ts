import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'

/** For tests: an account that is well. Times are of now. */
export function anAccount(more: Partial<SupplierAccount> = {}): SupplierAccount {
  const at = new Date().toISOString()
  return {
    ...{ account: 'SMILEBR', unit: 'coins', silentSince: null, trouble: '', restsUntil: null },
    balance: { amount: '181380.0', readAt: at },
    waiting: { orders: 0, packs: 0, cost: '0', oldestAt: null },
    free: '181380',
    pace: {
      ...{ over: 'hour', perHour: '19430', runsForMs: 33_600_000, spentHour: '19430', spentDay: '200000' },
      unpriced: 0,
    },
    line: [
      { at: new Date(Date.now() - 12 * 3_600_000).toISOString(), amount: '200000' },
      { at, amount: '181380.0' },
    ],
    day: {
      ...{ countedAt: at, asked: 812, delivered: 803, refused: 7, unknown: 2, deliveredPercent: 98.8 },
      ...{ halfS: 31, mostS: 250 },
      refusals: [
        { code: '201', count: 5 },
        { code: '20099', count: 2 },
      ],
    },
    ...{ items: 13, earlierUnits: 0, paused: [], isLow: false, topUpUrl: '' },
    settings: { alarm: '60000', isUsual: true, reserve: '0', isPausing: true, version: 3 },
    ...more,
  }
}
