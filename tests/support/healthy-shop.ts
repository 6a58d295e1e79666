import type { MonitoredShop, ShopStatistics } from '@jhatpat/shared/domain/monitoring/index.ts'

/** A shop in which nothing is wrong, with what differs. */
export function healthyShop(
  now: Date,
  statistics: Partial<ShopStatistics> = {},
): MonitoredShop & { statistics: ShopStatistics } {
  const recent = new Date(now.getTime() - 30 * 60_000)
  return {
    readAt: now,
    stores: { majorityLagMs: 1_000, redisTakesWrites: true },
    statistics: {
      countedAt: now,
      open: [
        { reason: 'manual', orders: 1, paise: 50_000, oldestAt: recent },
        { reason: 'none', orders: 2, paise: 60_000, oldestAt: new Date(now.getTime() - 4_000) },
      ],
      counted: { _id: 'orders', until: now, kept: 10, broken: 0, ended: { Completed: 10 } },
      tasks: [{ task: 'order.fulfil', waiting: 2, overdue: 0, sweptOften: 0, oldestDueAt: now }],
      queues: [],
      unknownUnits: [],
      suppliers: [
        {
          ...{ account: 'SMILEBR', balance: 5_310, unit: 'coins', runwayMs: 24 * 3_600_000 },
          ...{ pausedItems: 0, isUnavailable: false },
        },
      ],
      payments: [{ gateway: 'upigateway', withCallback: 2, withoutCallback: 1 }],
      ledger: { faults: 0, adriftPaise: 0 },
      walletsPaise: 1_000_000,
      jobs: ['ledger.verify', 'audit.verify', 'reconciliation', 'backup'].map((job) => ({
        ...{ job, succeededAt: recent, isExpected: false },
      })),
      audit: { isBroken: false, unsealed: 0 },
      freeDiskRatio: 0.5,
      erasureRequestedAt: undefined,
      ...statistics,
    },
  }
}
