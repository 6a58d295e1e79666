import { ApiType } from '@jhatpat/shared/contracts/api-types.ts'
import {
  allProducts,
  Category,
  eachProduct,
  homeProducts,
  ProductType,
} from '@jhatpat/shared/contracts/catalogue.ts'
import { findListing, ProductModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestItem, insertTestProduct } from './catalogue-factory.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
beforeEach(() => ProductModel.deleteMany({}))
afterAll(() => service.stop())

const readProduct = async (id: string) => (await service.guest.request(`/api/product/eachproduct/${id}`)).json

describe('GET /product/gethomeproducts', () => {
  it('CALL-04 takes no body and replies to any caller with five lists of products', async () => {
    for (const category of Category.options) await insertTestProduct({ name: `A ${category}`, category })
    await insertTestProduct({ name: 'A trend', category: 'ott', istrending: true })
    const { status, json } = await service.guest.request('/api/product/gethomeproducts')
    expect(status).toBe(200)
    const names = Object.entries(json).map(([section, products]) => [
      section,
      (products as { name: string }[]).map(({ name }) => name),
    ])
    expect(Object.fromEntries(names)).toEqual({
      trending: ['A trend'],
      instantGames: ['A instant-games'],
      games: ['A games'],
      ott: ['A ott', 'A trend'],
      others: ['A others'],
    })
  })

  it('lists what is out of stock too, and an empty shop as empty lists', async () => {
    expect(await service.guest.call(homeProducts, {})).toEqual({
      trending: [],
      instantGames: [],
      games: [],
      ott: [],
      others: [],
    })
    await insertTestProduct({ instock: false })
    expect((await service.guest.call(homeProducts, {})).games).toHaveLength(1)
  })
})

describe('GET /product/allproducts', () => {
  it('CALL-05 replies to a signed-in caller with the list of all products, and refuses others', async () => {
    const products = [await insertTestProduct(), await insertTestProduct({ category: 'ott', instock: false })]
    const person = await service.as(await insertCustomer())
    const listed = await person.call(allProducts, {})
    expect(listed.map(({ _id }) => _id)).toEqual(products.map(({ _id }) => _id))
    expect((await service.guest.request('/api/product/allproducts')).status).toBe(401)
  })
})

describe('GET /product/eachproduct/{id}', () => {
  it('CALL-07 replies with the product object, by its _id, which is its productid', async () => {
    const product = await insertTestProduct({ name: 'Honkai: Star Rail' })
    expect(product._id).toBe('honkai-star-rail')
    const byId = await service.guest.call(eachProduct, { params: { id: product._id } })
    expect(byId).toMatchObject({ _id: 'honkai-star-rail', name: 'Honkai: Star Rail' })
    expect(byId.productid).toBe(byId._id)
  })

  it.each(['no-such-product', 'aaaaaaaaaaaaaaaaaaaaaaaa', '12 bytes text'.replaceAll(' ', '')])(
    'says that %s does not exist',
    async (id) => {
      const reply = await service.guest.request(`/api/product/eachproduct/${id}`)
      expect(reply).toMatchObject({
        status: 404,
        json: { code: 'product_not_found', message: 'This product does not exist.' },
      })
    },
  )
})

describe('a product', () => {
  it('ENT-04 has exactly the fields of the specification', async () => {
    const item = await insertTestItem()
    const product = await insertTestProduct({
      productid: 'mobile-legends',
      name: 'Mobile Legends',
      type: 'MLBB',
      category: 'instant-games',
      imgpath: '/media/mobile-legends.svg',
      importantnote: 'Sales are final.',
      inputs: [{ label: 'User ID' }, { label: 'Zone ID' }],
      items: [item._id],
      istrending: true,
      isApi: true,
      apiType: 'SMILEBR',
    })
    expect(await readProduct('mobile-legends')).toEqual({
      _id: product._id,
      productid: 'mobile-legends',
      name: 'Mobile Legends',
      type: 'MLBB',
      category: 'instant-games',
      imgpath: '/media/mobile-legends.svg',
      importantnote: 'Sales are final.',
      inputs: [{ label: 'User ID' }, { label: 'Zone ID' }],
      items: [item._id],
      istrending: true,
      instock: true,
      isApi: true,
      apiType: 'SMILEBR',
    })
  })

  it('ENT-05 is of the type MLBB, GENSHIN, HOK or OTHER and no other', async () => {
    expect(ProductType.options).toEqual(['MLBB', 'GENSHIN', 'HOK', 'OTHER'])
    for (const type of ProductType.options) {
      const { _id: productid } = await insertTestProduct({ type })
      expect(await readProduct(productid)).toMatchObject({ type })
    }
    await expect(insertTestProduct({ type: 'PUBG' as 'OTHER' })).rejects.toThrow(/type/)
  })

  it('ENT-06 is of the category games, instant-games, ott or others and no other', async () => {
    expect(Category.options).toEqual(['games', 'instant-games', 'ott', 'others'])
    for (const category of Category.options) {
      const { _id: productid } = await insertTestProduct({ category })
      expect(await readProduct(productid)).toMatchObject({ category })
    }
    await expect(insertTestProduct({ category: 'movies' as 'ott' })).rejects.toThrow(/category/)
  })

  it('ENT-07 has two inputs, each with a label', async () => {
    const { _id: productid } = await insertTestProduct({ inputs: [{ label: 'UID' }, { label: 'Server' }] })
    expect(await readProduct(productid)).toMatchObject({ inputs: [{ label: 'UID' }, { label: 'Server' }] })
    await expect(insertTestProduct({ inputs: [{ label: 'UID' }] })).rejects.toThrow(/two inputs/)
    await expect(insertTestProduct({ inputs: [{ label: 'UID' }, { label: '' }] })).rejects.toThrow(/label/)
  })

  it('ENT-08 lists its items by their numbers', async () => {
    const { _id: productid } = await insertTestProduct({ items: [1002, 1001] })
    expect(await readProduct(productid)).toMatchObject({ items: [1002, 1001] })
    await expect(insertTestProduct({ items: ['diamonds' as unknown as number] })).rejects.toThrow(/items/)
  })

  it('ENT-09 has istrending, instock and isApi as booleans', async () => {
    const { _id: productid } = await insertTestProduct({ istrending: true, instock: false, isApi: true })
    expect(await readProduct(productid)).toMatchObject({ istrending: true, instock: false, isApi: true })
    const plain = await insertTestProduct()
    expect(await readProduct(plain._id)).toMatchObject({ istrending: false, instock: true, isApi: false })
  })

  it('ENT-10 is supplied by one of six apiTypes and no other', async () => {
    const apiTypes = ['SMILEBR', 'SMILEPH', 'MOOGOLDMLBB', 'MOOGOLDGENSHIN', 'MOOGOLDHOK', 'OTHER']
    expect(ApiType.options).toEqual(apiTypes)
    for (const apiType of ApiType.options) {
      const { _id: productid } = await insertTestProduct({ apiType })
      expect(await readProduct(productid)).toMatchObject({ apiType })
    }
    await expect(insertTestProduct({ apiType: 'SMILEIN' as 'OTHER' })).rejects.toThrow(/apiType/)
  })
})

describe('findListing', () => {
  it('finds product and item together', async () => {
    const item = await insertTestItem()
    const product = await insertTestProduct({ items: [item._id] })
    const listing = await findListing({ productId: product._id, itemid: item._id })
    expect([listing.product._id, listing.item._id]).toEqual([product._id, item._id])
  })

  it('refuses an item that the product does not sell, an unknown item and an unknown product', async () => {
    const item = await insertTestItem()
    const { _id: productid } = await insertTestProduct()
    const refusal = (productId: string, itemid: number) =>
      findListing({ productId, itemid }).then(
        () => 'found',
        (error: { code: string }) => error.code,
      )
    expect(await refusal(productid, item._id)).toBe('item_not_found')
    expect(await refusal(productid, 999_999)).toBe('item_not_found')
    expect(await refusal('no-such-product', item._id)).toBe('product_not_found')
  })
})
