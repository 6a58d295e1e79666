import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { AdminProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import type { PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'

const at = '2026-11-21T10:00:00.000Z'

/** An item of Mobile Legends for ₹109, and ₹101 for resellers. */
export const makeAdminItem = (more: Partial<AdminItem> = {}): AdminItem => ({
  _id: '101',
  itemid: 101,
  id: '13',
  name: '86 Diamonds',
  imgpath: '/media/d.svg',
  originalprice: 130,
  discountedprice: 109,
  resellprice: 101,
  inStock: true,
  isApi: true,
  apiType: 'SMILEBR',
  type: 'small',
  createdAt: at,
  updatedAt: at,
  __v: 3,
  products: [{ productid: 'mobile-legends', name: 'Mobile Legends' }],
  ...more,
})

/** Mobile Legends, with one item. */
export const makeAdminProduct = (more: Partial<AdminProduct> = {}): AdminProduct => ({
  _id: 'mobile-legends',
  productid: 'mobile-legends',
  name: 'Mobile Legends',
  type: 'MLBB',
  category: 'games',
  imgpath: '/media/ml.svg',
  importantnote: 'Sales are final.',
  items: [101],
  inputs: [{ label: 'User ID' }, { label: 'Zone ID' }],
  istrending: true,
  instock: true,
  isApi: true,
  apiType: 'SMILEBR',
  createdAt: at,
  updatedAt: at,
  __v: 5,
  ...more,
})

const changedAt = '2026-11-21T15:14:00.000Z'

/** One price of Mobile Legends that Meera applied. */
export const makePriceChange = (more: Partial<PriceChange> = {}): PriceChange => ({
  id: 'JC261121AAAAAAAA',
  state: 'applied',
  by: 'Meera',
  reason: '',
  rollsBackId: '',
  rolledBackBy: '',
  pending: 'none',
  createdAt: changedAt,
  applyAt: changedAt,
  endedAt: changedAt,
  prices: [
    { itemid: 101, name: '86 Diamonds', field: 'discountedprice', from: 109, to: 105, result: 'applied' },
  ],
  ...more,
})
