import type { UnclearBatch, UnclearPurchase } from '@jhatpat/shared/contracts/unclear-batches.ts'

const at = '2026-11-28T08:44:02.000Z'

const purchase = (key: string, item: string, more: Partial<UnclearPurchase>): UnclearPurchase => ({
  key,
  item,
  orderid: `JP26112800${key}`,
  unit: `JP26112800${key}-1`,
  attempt: 1,
  imgpath: '/media/d.svg',
  player: '123456789 1234',
  playerName: 'RaviOP',
  customer: 'Arjun Nair',
  price: 425,
  coins: 61.5,
  sentAt: at,
  arrived: null,
  chance: null,
  ...more,
})

/**
 * Four unclear purchases whose balance drop two sets explain: the large one, or two others. For
 * tests and previews.
 */
export const makeUnclearBatch = (more: Partial<UnclearBatch> = {}): UnclearBatch => ({
  id: 'SMILEBR-17',
  account: 'SMILEBR',
  readAt: at,
  before: 1_000,
  after: 755,
  left: 183.5,
  tolerance: 0.055,
  certain: [{ orderid: 'JP2611280009', item: '86 Diamonds', customer: 'Diya Menon', coins: 61.5 }],
  sets: [
    { parts: [{ coins: 183.5, count: 1, of: 1, keys: ['C'] }] },
    {
      parts: [
        { coins: 122, count: 1, of: 1, keys: ['B'] },
        { coins: 61.5, count: 1, of: 1, keys: ['A'] },
      ],
    },
  ],
  count: 2,
  inconclusiveReason: null,
  purchases: [
    purchase('A', '86 Diamonds', { chance: { in: 1, of: 2 } }),
    purchase('B', '172 Diamonds', { coins: 122, chance: { in: 1, of: 2 } }),
    purchase('C', '257 Diamonds', { coins: 183.5, chance: { in: 1, of: 2 } }),
    purchase('D', 'Weekly Pass', { coins: 76, chance: { in: 0, of: 2 } }),
  ],
  ...more,
})
