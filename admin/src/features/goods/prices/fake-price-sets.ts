import type { PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'

const changedAt = '2026-11-21T15:14:00.000Z'

/** One price of Mobile Legends that Meera applied. */
export const makePriceChange = (more: Partial<PriceChange> = {}): PriceChange => ({
  ...{
    id: 'JC261121AAAAAAAA',
    state: 'applied',
    by: 'Meera',
    reason: '',
    rollsBackId: '',
    rolledBackBy: '',
    pending: 'none',
  },
  ...{ createdAt: changedAt, applyAt: changedAt, endedAt: changedAt },
  prices: [
    { itemid: 101, name: '86 Diamonds', field: 'discountedprice', from: 109, to: 105, result: 'applied' },
  ],
  ...more,
})
