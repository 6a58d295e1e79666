import { describe, expect, it } from 'vitest'
import type { AdminItem } from './admin-items.ts'
import type { AdminProduct } from './admin-products.ts'
import { itemSorts, parseItemQuery, parseProductQuery } from './catalogue-lists.ts'

const item = (itemid: number, more: Partial<AdminItem> = {}) =>
  ({
    itemid,
    id: '',
    name: `${itemid} Diamonds`,
    originalprice: 10,
    discountedprice: 10,
    resellprice: 10,
    inStock: true,
    products: [],
    ...more,
  }) as unknown as AdminItem

const product = (productid: string, more: Partial<AdminProduct> = {}) =>
  ({
    productid,
    name: productid,
    type: 'MLBB',
    apiType: '',
    category: 'games',
    items: [],
    instock: true,
    isApi: false,
    createdAt: '2026-11-21T10:00:00.000Z',
    ...more,
  }) as unknown as AdminProduct

const ids = (items: readonly AdminItem[]) => items.map(({ itemid }) => itemid)

describe('the items of a view', () => {
  const items = [item(2, { discountedprice: 30 }), item(10, { discountedprice: 7 }), item(1)]

  it.each([
    [undefined, [1, 2, 10]],
    ['-number', [10, 2, 1]],
    ['name', [1, 2, 10]],
    ['price', [10, 1, 2]],
    ['-price', [2, 1, 10]],
    ['was', [2, 10, 1]],
    ['-resell', [2, 10, 1]],
  ] as const)('are in the order %s; equal ones keep their order', (sort, order) => {
    expect(ids(parseItemQuery(items, { sort }))).toEqual(order)
  })

  it('can be sorted in each order both ways', () => {
    expect(itemSorts.filter((sort) => !itemSorts.includes(`-${sort}` as never))).toEqual(
      itemSorts.filter((sort) => sort.startsWith('-')),
    )
  })

  it('match every word of the search, and every filter', () => {
    const sold = item(3, { products: [{ productid: 'ml', name: 'ML' }], type: 'weekly', id: '16642' })
    const paused = item(4, { pausedBy: 'balance' })
    const overridden = item(5, { pausedBy: 'overridden' })
    const out = item(6, { inStock: false, pausedBy: 'balance', itemidarray: ['23', '25'] })
    const all = [sold, paused, overridden, out]
    const found = (asked: Parameters<typeof parseItemQuery>[1]) => ids(parseItemQuery(all, asked))
    expect(found({ q: ' DIAMONDS 4 ' })).toEqual([3, 4])
    expect(found({ q: '16642' })).toEqual([3])
    expect(found({ q: '25' })).toEqual([6])
    expect(found({ product: 'ml', type: 'weekly' })).toEqual([3])
    expect(found({ product: 'ml', type: 'large' })).toEqual([])
    expect(found({ stock: 'in' })).toEqual([3, 5])
    expect(found({ stock: 'paused' })).toEqual([4])
    expect(found({ stock: 'out' })).toEqual([6])
  })
})

describe('the products of a view', () => {
  const all = [
    product('zed', { items: [1, 2], createdAt: '2026-11-20T10:00:00.000Z' }),
    product('Able', { category: 'ott', instock: false }),
    product('mid', { isApi: true, apiType: 'SMILEBR', items: [1] }),
  ]
  const found = (asked: Parameters<typeof parseProductQuery>[1]) =>
    parseProductQuery(all, asked).map(({ productid }) => productid)

  it('are sorted by name, number of items, or creation', () => {
    expect(found({})).toEqual(['Able', 'mid', 'zed'])
    expect(found({ sort: '-items' })).toEqual(['zed', 'mid', 'Able'])
    expect(found({ sort: 'createdAt' })).toEqual(['zed', 'Able', 'mid'])
  })

  it('match the search, and every filter', () => {
    expect(found({ q: 'smile' })).toEqual(['mid'])
    expect(found({ category: 'ott' })).toEqual(['Able'])
    expect(found({ stock: 'out' })).toEqual(['Able'])
    expect(found({ apiType: 'OTHER' })).toEqual(['Able', 'zed'])
    expect(found({ apiType: 'SMILEBR', stock: 'out' })).toEqual([])
  })
})
