import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import type { SalesSummary, salesReport } from '@jhatpat/shared/contracts/sales.ts'

type Sales = ResultOf<typeof salesReport>

export const emptySummary: SalesSummary = {
  orders: 0,
  sales: 0,
  upi: 0,
  cost: 0,
  priced: 0,
  unknownCost: 0,
  returned: 0,
  margin: 0,
  redeliveries: 0,
  redeliveriesWithoutCost: 0,
  redeliveryCost: 0,
  refunded: 0,
  refunds: 0,
  cancelled: 0,
  ended: 0,
  onTime: 0,
  medianSeconds: null,
  ninetiethSeconds: null,
}

/** Two days of two products, as the server sends them. */
export function makeSales(more: Partial<Sales> = {}): Sales {
  const first = {
    ...emptySummary,
    orders: 2_019,
    sales: 936_210.4,
    priced: 936_210.4,
    cost: 768_629,
    margin: 167_581.4,
    ended: 2_019,
    onTime: 1_920,
    medianSeconds: 40,
    ninetiethSeconds: 900,
  }
  const total = { ...first, refunded: 48_210, refunds: 138 }
  return {
    countedAt: '2026-11-21T15:16:00.000Z',
    total,
    before: { ...emptySummary, orders: 1_000, sales: 468_105.2 },
    days: [
      { day: '2026-11-15', ...first },
      { day: '2026-11-16', ...emptySummary },
    ],
    rows: [
      { id: 'mobile-legends', name: 'Mobile Legends', ...total, trend: [936_210.4, 0] },
      {
        id: 'sitara',
        name: 'Sitara+',
        ...emptySummary,
        orders: 3,
        sales: 900,
        unknownCost: 3,
        trend: [900, 0],
      },
    ],
    refunds: [{ reason: 'region', count: 138, amount: 48_210 }],
    ways: [{ customers: 'users', upi: 900_000, wallet: 36_210.4 }],
    products: [
      { id: 'mobile-legends', name: 'Mobile Legends' },
      { id: 'sitara', name: 'Sitara+' },
    ],
    ...more,
  }
}
