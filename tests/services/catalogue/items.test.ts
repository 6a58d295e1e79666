import { ItemType, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import type { NewItem } from '@jhatpat/shared/domain/catalogue/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestItem, insertTestProduct } from './catalogue-factory.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** An item as the call returns it. */
async function createdItem(fields: Partial<NewItem>): Promise<Record<string, unknown>> {
  const { _id: itemid } = await insertTestItem(fields)
  const { _id: productid } = await insertTestProduct({ items: [itemid] })
  const reply = await service.guest.request(`/api/item/${productid}`)
  return (reply.json as unknown as Record<string, unknown>[])[0] ?? {}
}

describe('GET /item/{productId}', () => {
  it('CALL-08 replies with the product’s items in its own order', async () => {
    const [first, second] = [await insertTestItem(), await insertTestItem({ inStock: false })]
    const product = await insertTestProduct({ items: [second._id, 999_999, first._id] })
    await insertTestItem({ name: 'Of another product' })
    const items = await service.guest.call(itemsOfProduct, { params: { productId: product._id } })
    expect(items.map(({ itemid }) => itemid)).toEqual([second._id, first._id])
  })

  it('says that a product does not exist', async () => {
    const reply = await service.guest.request('/api/item/no-such-product')
    expect(reply).toMatchObject({ status: 404, json: { code: 'product_not_found' } })
  })
})

describe('an item', () => {
  it('ENT-11 has exactly the fields of the specification, prices in rupees', async () => {
    const item = await createdItem({
      id: '23',
      itemid: 7001,
      name: '344 Diamonds',
      imgpath: '/media/diamonds-3.svg',
      originalPaise: 51_000,
      discountedPaise: 42_550,
      resellPaise: 40_900,
      isApi: true,
      apiType: 'SMILEBR',
      suggestedTask: 'Most bought',
      type: 'medium',
      itemidarray: ['23', '23'],
    })
    expect(item).toEqual({
      _id: '7001',
      id: '23',
      itemid: 7001,
      name: '344 Diamonds',
      imgpath: '/media/diamonds-3.svg',
      originalprice: 510,
      discountedprice: 425.5,
      resellprice: 409,
      inStock: true,
      isApi: true,
      apiType: 'SMILEBR',
      suggestedTask: 'Most bought',
      type: 'medium',
      itemidarray: ['23', '23'],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      points: 4.25,
      resellpoints: 4.09,
      __v: 0,
    })
  })

  it('ENT-12 may have the type small, medium, large, weekly or hot, no other, or none', async () => {
    expect(ItemType.options).toEqual(['small', 'medium', 'large', 'weekly', 'hot'])
    for (const type of ItemType.options) expect(await createdItem({ type })).toMatchObject({ type })
    expect(await createdItem({})).not.toHaveProperty('type')
    await expect(insertTestItem({ type: 'huge' as 'large' })).rejects.toThrow(/type/)
  })

  it('ENT-13 lists the ids of a bundle, and has no list otherwise', async () => {
    expect(await createdItem({ itemidarray: ['216', '216', '216'] })).toMatchObject({
      itemidarray: ['216', '216', '216'],
    })
    expect(await createdItem({})).not.toHaveProperty('itemidarray')
  })

  it('gets a number of its own, also when several are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => insertTestItem()))
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(8)
  })

  it.each([{ discountedPaise: 0 }, { resellPaise: -1 }, { originalPaise: 10.5 }])(
    'refuses a price that is not a whole number of paise above zero: %j',
    async (prices) => {
      await expect(insertTestItem(prices)).rejects.toThrow(/Paise/)
    },
  )
})
