import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'

/** A supplier account in good condition, with current times. */
export function makeSupplierAccount(more: Partial<SupplierAccount> = {}): SupplierAccount {
  const at = new Date().toISOString()
  return {
    account: 'SMILEBR',
    unit: 'coins',
    unresponsiveSince: null,
    lastError: '',
    cooldownUntil: null,
    balance: { amount: '181380.0', readAt: at },
    waiting: { orders: 0, units: 0, cost: '0', oldestAt: null },
    available: '181380',
    spendRate: {
      over: 'hour',
      perHour: '19430',
      runwayMs: 33_600_000,
      spentLastHour: '19430',
      spentLastDay: '200000',
      unpriced: 0,
    },
    history: [
      { at: new Date(Date.now() - 12 * 3_600_000).toISOString(), amount: '200000' },
      { at, amount: '181380.0' },
    ],
    day: {
      countedAt: at,
      asked: 812,
      delivered: 803,
      rejected: 7,
      unknown: 2,
      deliveredPercent: 98.8,
      medianSeconds: 31,
      p90Seconds: 250,
      rejections: [
        { code: '201', count: 5 },
        { code: '20099', count: 2 },
      ],
    },
    items: 13,
    earlierUnits: 0,
    paused: [],
    isLow: false,
    topUpUrl: '',
    settings: { lowBalanceLevel: '60000', isUsual: true, reserve: '0', isAutoPauseOn: true, version: 3 },
    ...more,
  }
}
