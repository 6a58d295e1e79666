import * as calls from '@jhatpat/shared/contracts/admin-items.ts'
import { itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import { ItemModel, ProductModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { SupplierProductModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import type { ListUnit } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { provenCost } from '../../support/known-costs.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestItem, insertTestProduct } from './catalogue-factory.ts'

let service: Service
let meera: Person
beforeAll(async () => {
  service = await startService({ env: { SUPPLIER_CURRENCY_PAISE: 'SMILEBR:142' } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  meera = await service.as(await insertAdmin({ name: 'Meera Iyer' }))
})

type Body = BodyInputOf<typeof calls.createItem>
const body = (more: Partial<Body> = {}): Body => ({
  name: '1,050 Diamonds',
  imgpath: '/media/diamonds-5.webp',
  originalprice: 1499,
  discountedprice: 1269.5,
  resellprice: 1189,
  ...more,
})
const create = (more: Partial<Body> = {}) => meera.call(calls.createItem, { body: body(more) })
const rows = async (itemid: number) =>
  (await auditRows({ target: `item:${itemid}` })).map(({ action, before, after, by: { name } }) => ({
    action,
    before,
    after,
    by: { name },
  }))

describe('POST /admin/createitem', () => {
  it('CALL-56 AITEM-01 takes all ten fields and makes the item, with the next number', async () => {
    const last = await insertTestItem()
    const sent = body({
      type: 'large',
      suggestedTask: 'Most bought',
      itemidarray: ['26', '23', '23'],
      isApi: true,
      apiType: 'SMILEBR',
    })
    const { message, item } = await meera.call(calls.createItem, { body: sent })
    expect(message).toBe('Item created successfully!')
    expect(item).toMatchObject({ ...sent, itemid: last._id + 1, inStock: true, products: [] })
    expect(await ItemModel.findById(item.itemid).lean()).toMatchObject({
      originalPaise: 149_900,
      discountedPaise: 126_950,
      resellPaise: 118_900,
      itemidarray: ['26', '23', '23'],
    })
    expect(await rows(item.itemid)).toEqual([
      {
        action: 'item.create',
        by: { name: 'Meera Iyer' },
        before: {},
        after: expect.objectContaining({ discountedPaise: 126_950, packs: '26, 23, 23' }),
      },
    ])
  })

  it('AITEM-09 AITEM-10 AITEM-11 needs no type, suggested task or item id array', async () => {
    const { item } = await create()
    expect(item).not.toHaveProperty('type')
    expect(item).not.toHaveProperty('suggestedTask')
    expect(item).not.toHaveProperty('itemidarray')
    expect(item).toMatchObject({ isApi: false, apiType: 'OTHER', inStock: true })
  })

  it('keeps a supplied item without supplier products out of stock', async () => {
    const { item } = await create({ isApi: true, apiType: 'SMILEBR' })
    expect(item.inStock).toBe(false)
    const terms = { price: 10, resellPrice: 9, itemInstock: true }
    const params = { itemId: item.itemid }
    expect(await refusalOf(meera.call(calls.updateItem, { params, body: terms }))).toMatchObject({
      status: 409,
      code: 'supplier_product_required',
    })
    expect((await create({ isApi: true, apiType: 'SMILEBR', itemidarray: ['26'] })).item).toMatchObject({
      inStock: true,
      id: '26',
    })
  })

  it('AITEM-02 AITEM-03 AITEM-04 AITEM-05 AITEM-06 AITEM-07 AITEM-08 names the first faulty field, in the order of the form', async () => {
    const wrong = {
      name: ' ',
      originalprice: 0,
      discountedprice: 1.005,
      resellprice: -1,
      isApi: true,
      apiType: '' as const,
      imgpath: '',
    }
    const messages = []
    const left: Partial<Body> = { ...wrong }
    const order = ['name', 'originalprice', 'discountedprice', 'resellprice', 'apiType', 'imgpath'] as const
    for (const field of order) {
      const { message, field: at } = await refusalOf(create(left))
      messages.push([at, message])
      delete left[field]
      if (field === 'apiType') left.apiType = 'SMILEBR'
    }
    expect(messages).toEqual([
      ['name', 'Name is required.'],
      ['originalprice', 'A valid Original Price is required.'],
      ['discountedprice', 'A valid Discounted Price is required.'],
      ['resellprice', 'A valid Resell Price is required.'],
      ['apiType', 'API Type is required when Is API is true.'],
      ['imgpath', 'Image Path is required.'],
    ])
  })

  it('gives two concurrent items a number each, and makes one for one key', async () => {
    const [one, two] = await Promise.all([create(), create()])
    expect(one.item.itemid).not.toBe(two.item.itemid)
    const again = { body: body(), idempotencyKey: 'one-tap-0001' }
    const first = await meera.call(calls.createItem, again)
    expect(await meera.call(calls.createItem, again)).toEqual(first)
  })
})

describe('GET /admin/getallitems', () => {
  it('CALL-57 AITEM-14 lists all items by number, with the products that sell them', async () => {
    await ItemModel.deleteMany({})
    const [sold, unlisted] = [await insertTestItem(), await insertTestItem()]
    const { _id: productid, name } = await insertTestProduct({ items: [sold._id] })
    const items = await meera.call(calls.getAllItems, {})
    expect(items.map(({ itemid, products }) => [itemid, products])).toEqual([
      [sold._id, [{ productid, name }]],
      [unlisted._id, []],
    ])
  })
})

describe('the cost of an item', () => {
  const supplierProduct = (account: string, supplierItemId: string, [price, unit]: [string, ListUnit]) => ({
    _id: `${account}:${supplierItemId}`,
    account,
    page: 'mlbb',
    supplierItemId,
    name: supplierItemId,
    price,
    unit,
    fields: [],
    inStock: true,
    syncedAt: new Date('2026-11-21T10:00:00Z'),
  })

  it('is shown next to it by the supplier’s list, for a bundle all units together, in rupees where a currency’s price is set', async () => {
    await ItemModel.deleteMany({})
    await SupplierProductModel.create([
      { ...supplierProduct('SMILEBR', '23', ['12.50', 'BRL']), cost: provenCost('122') },
      { ...supplierProduct('SMILEBR', '13', ['6.25', 'BRL']), cost: provenCost('61.5') },
      supplierProduct('SMILEBR', '25', ['18.75', 'BRL']),
      supplierProduct('MOOGOLD', '7', ['1.07', 'USD']),
    ])
    const bundle = { isApi: true, apiType: 'SMILEBR' as const, itemidarray: ['23', '13', '13'] }
    await create(bundle)
    await create({ ...bundle, itemidarray: ['23', 'unlisted'] })
    await create({ ...bundle, itemidarray: ['13', '25'] })
    await create({ isApi: true, apiType: 'MOOGOLDHOK', itemidarray: ['7'] })
    await create({ itemidarray: ['23'] })
    const items = await meera.call(calls.getAllItems, {})
    const known = { floorPercent: 5, resellFloorPercent: 5, readAt: '2026-11-21T10:00:00.000Z' }
    expect(items.map(({ cost }) => cost)).toEqual([
      { amount: 245, unit: 'coins', rupees: 347.9, ...known },
      undefined,
      // Its list price is no cost: its coins are not known yet.
      undefined,
      { amount: 1.07, unit: 'USD', ...known },
      undefined,
    ])
  })
})

describe('the CSV of items and of products', () => {
  const csv = async (path: string) => {
    const reply = await meera.request(`/api/admin/${path}`)
    return reply.text.replace('\uFEFF', '').trimEnd().split('\r\n')
  }

  it('has the rows of the view, in its order, without cells that a spreadsheet would run, and its export is recorded', async () => {
    await Promise.all([ItemModel.deleteMany({}), ProductModel.deleteMany({})])
    const expensive = await insertTestItem({ name: '=1+1', discountedPaise: 50_050, type: 'large' })
    const cheap = await insertTestItem({ name: '86 Diamonds', type: 'large', inStock: false })
    await insertTestItem({ name: 'Pass', type: 'weekly' })
    await insertTestProduct({ name: 'Zed', items: [expensive._id, cheap._id] })
    await insertTestProduct({ name: 'Able, and more' })
    const [headings, ...items] = await csv('getallitems/csv?type=large&sort=-price')
    expect(headings).toMatch(/^Item no\.,Item,Products,Type,/)
    expect(items).toEqual([
      expect.stringMatching(
        new RegExp(`^${expensive._id},'=1\\+1,Zed,large,,By hand,,130.00,500.50,104.00,,In stock,20`),
      ),
      expect.stringMatching(
        new RegExp(`^${cheap._id},86 Diamonds,Zed,large,.*,109.00,104.00,,Out of stock,20`),
      ),
    ])
    const products = (await csv('getallproducts/csv?sort=name')).slice(1)
    expect(products.map((row) => row.replace(/^[^,]+,/, ''))).toEqual([
      expect.stringMatching(/^"Able, and more",OTHER,games,By hand,0,No,In stock,Player ID,Server,20/),
      expect.stringMatching(/^Zed,OTHER,games,By hand,2,No,In stock,/),
    ])
    const taken = await auditRows({ action: 'export' })
    expect(taken.map(({ target, after }) => [target, after])).toEqual([
      ['table:items', { type: 'large', sort: '-price' }],
      ['table:products', { sort: 'name' }],
    ])
  })
})

describe('POST /admin/edititem', () => {
  const edit = (itemid: number, more: object) =>
    meera.call(calls.editItem, { params: { itemid }, body: more as never })

  it('CALL-58 AITEM-15 takes the item as JSON, as it was listed, and changes it', async () => {
    const { item } = await create({ type: 'large', itemidarray: ['1', '2'], apiType: 'SMILEBR' })
    const listed = (await meera.call(calls.getAllItems, {})).find(({ itemid }) => itemid === item.itemid)
    const reply = await edit(item.itemid, {
      ...listed,
      name: '1,060 Diamonds',
      type: '',
      discountedprice: 1200,
    })
    expect(reply.item).toMatchObject({
      name: '1,060 Diamonds',
      discountedprice: 1200,
      itemidarray: ['1', '2'],
    })
    expect(reply.item).not.toHaveProperty('type')
    expect((await rows(item.itemid)).find(({ action }) => action === 'item.update')).toMatchObject({
      action: 'item.update',
      before: { name: '1,050 Diamonds', discountedPaise: 126_950, type: 'large' },
      after: { name: '1,060 Diamonds', discountedPaise: 120_000, type: '' },
    })
  })

  it('is refused where another admin was first, also at the same moment', async () => {
    const { item } = await create()
    const { products, ...seen } = item
    const tries = await Promise.allSettled(
      ['A', 'B', 'C'].map((name) => edit(item.itemid, { ...seen, name })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusalOf(edit(item.itemid, { ...seen, name: 'D' }))).toMatchObject({
      status: 409,
      code: 'item_changed',
      message: 'Someone else updated this item. Your changes were not saved. Reload and try again.',
    })
    expect(await rows(item.itemid)).toHaveLength(2)
  })
})

describe('POST /admin/updateitem', () => {
  it('CALL-43 APRICE-01 APRICE-02 APRICE-03 changes price, resell price and stock, and the shop sells by them at once', async () => {
    const item = await insertTestItem()
    const product = await insertTestProduct({ items: [item._id] })
    const reply = await meera.call(calls.updateItem, {
      params: { itemId: item._id },
      body: { price: 105.5, resellPrice: 98, itemInstock: false },
    })
    expect(reply.message).toBe('Price updated successfully')
    const shown = { discountedprice: 105.5, resellprice: 98, inStock: false, originalprice: 130 }
    expect(await service.guest.call(itemsOfProduct, { params: { productId: product._id } })).toEqual([
      expect.objectContaining(shown),
    ])
    expect((await rows(item._id))[0]).toMatchObject({
      before: { discountedPaise: 10_900, resellPaise: 10_400, inStock: true },
      after: { discountedPaise: 10_550, resellPaise: 9_800, inStock: false },
    })
  })
})

describe('a role that may only change stock', () => {
  it('changes stock at the current prices, and no price', async () => {
    const operator = await service.as(await insertAdmin({ staffRole: 'operations' }))
    const { _id: itemId } = await insertTestItem()
    const save = (price: number) =>
      operator.call(calls.updateItem, {
        params: { itemId },
        body: { price, resellPrice: 104, itemInstock: false },
      })
    expect(await refusalOf(save(1))).toMatchObject({ status: 403, code: 'role_not_permitted' })
    expect((await save(109)).item).toMatchObject({ inStock: false, discountedprice: 109 })
  })
})

describe('POST /admin/deleteitem', () => {
  const remove = (itemid: number) => meera.call(calls.deleteItem, { params: { itemid } })

  it('CALL-59 AITEM-19 deletes the item and removes it from its products; past orders keep it', async () => {
    const [item, other] = [await insertTestItem(), await insertTestItem()]
    const product = await insertTestProduct({ items: [item._id, other._id] })
    const asha = await insertCustomer()
    await giveMoney(asha, 50_000)
    const orderid = await buy(
      await service.as(asha),
      orderBody(asha, { product, item }, { paymentmode: 'wallet' }),
    )
    expect(await refusalOf(remove(item._id))).toMatchObject({ status: 409, code: 'catalogue_in_use' })
    await OrderModel.collection.updateOne({ _id: orderid as never }, { $set: { status: 'Completed' } })

    expect((await remove(item._id)).message).toBe('Item deleted successfully')
    expect(await ItemModel.findById(item._id).lean()).toBeNull()
    expect((await ProductModel.findById(product._id).lean())?.items).toEqual([other._id])
    expect((await OrderModel.findById(orderid).lean())?.item.name).toBe('86 Diamonds')
    expect((await rows(item._id))[0]).toMatchObject({
      action: 'item.delete',
      before: { products: product._id },
    })
    expect(await refusalOf(remove(item._id))).toMatchObject({ status: 404, code: 'item_not_found' })
  })

  it('gives a deleted item’s number to no other', async () => {
    const last = await insertTestItem()
    const { item } = await create()
    await remove(item.itemid)
    await remove(last._id)
    expect((await create()).item.itemid).toBe(item.itemid + 1)
  })
})
