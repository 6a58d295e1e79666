import * as calls from '@jhatpat/shared/contracts/admin-products.ts'
import { eachProduct, homeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { ItemModel, ProductModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestItem, insertTestProduct } from './catalogue-factory.ts'

let service: Service
let meera: Person
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await ProductModel.deleteMany({})
  meera = await service.as(await insertAdmin({ name: 'Meera Iyer' }))
})

type Body = BodyInputOf<typeof calls.createProduct>
const body = (more: Partial<Body> = {}): Body => ({
  name: 'Magic Chess: Go Go',
  type: 'MLBB',
  category: 'games',
  imgpath: '/media/chess.webp',
  inputs: [{ label: 'User ID' }, { label: 'Zone ID' }],
  items: [],
  ...more,
})
const create = (more: Partial<Body> = {}) => meera.call(calls.createProduct, { body: body(more) })
const rows = (productid: string) =>
  AuditModel.find({ target: `product:${productid}` }, { _id: 0, action: 1, before: 1, after: 1 }).lean()

describe('POST /admin/createproduct', () => {
  it('CALL-55 APROD-01 takes all ten fields, and the product is on the home page at once', async () => {
    const items = [(await insertTestItem())._id, (await insertTestItem())._id]
    const { type, ...sent } = body({
      items,
      importantnote: 'Sales are final.',
      instock: true,
      istrending: true,
      apiType: 'SMILEBR',
    })
    const { message, product } = await meera.call(calls.createProduct, { body: { ...sent, type } })
    expect(message).toBe('Product created successfully!')
    expect(product).toMatchObject({ ...sent, type: 'MLBB', isApi: true, productid: 'magic-chess-go-go' })
    const { trending } = await service.guest.call(homeProducts, {})
    expect(trending.map(({ productid }) => productid)).toEqual(['magic-chess-go-go'])
    expect(await rows(product.productid)).toEqual([
      {
        action: 'product.create',
        before: {},
        after: expect.objectContaining({ name: 'Magic Chess: Go Go', items: items.join(', ') }),
      },
    ])
  })

  it('APROD-10 stores the type without whitespace and in capitals', async () => {
    expect((await create({ type: ' gen shin\t' })).product.type).toBe('GENSHIN')
    expect(await ProductModel.findOne().lean()).toMatchObject({ type: 'GENSHIN' })
    expect(await refusalOf(create({ type: 'chess' }))).toMatchObject({ field: 'type' })
  })

  it('APROD-02 APROD-03 APROD-04 APROD-05 APROD-06 APROD-07 APROD-08 APROD-09 names the first faulty field, in the order of the form', async () => {
    const left: Record<string, unknown> = {
      name: '',
      type: '',
      category: '',
      imgpath: '',
      inputs: [{ label: 'User ID' }, { label: ' ' }],
      items: [12.5],
      isApi: true,
      apiType: '',
    }
    const right = body() as Record<string, unknown>
    const messages = []
    for (const field of ['name', 'type', 'category', 'imgpath', 'inputs', 'items', 'apiType']) {
      const { message, field: at } = await refusalOf(create(left as never))
      messages.push([at, message])
      if (field === 'apiType') break
      left[field] = right[field]
    }
    expect(messages).toEqual([
      ['name', 'Name is required.'],
      ['type', 'Type is required.'],
      ['category', 'Category is required.'],
      ['imgpath', 'Image Path is required.'],
      ['inputs.1.label', 'All input fields must have labels.'],
      ['items.0', 'All items must be valid numbers.'],
      ['apiType', 'API Type is required when Is API is true.'],
    ])
    expect(await refusalOf(create({ items: [999_999] }))).toMatchObject({
      status: 404,
      code: 'item_not_found',
      message: 'There is no item 999999.',
    })
    expect(await ProductModel.countDocuments()).toBe(0)
  })

  it('gives two of one name an address each, also at once', async () => {
    const made = await Promise.all([create(), create(), create({ name: 'जादुई शतरंज' })])
    expect(made.map(({ product }) => product.productid).sort()).toEqual([
      'magic-chess-go-go',
      'magic-chess-go-go-2',
      'product',
    ])
  })
})

describe('GET /admin/getallproducts', () => {
  it('CALL-60 APROD-15 lists all products, oldest first, in stock or not', async () => {
    const [one, two] = [await insertTestProduct({ instock: false }), await insertTestProduct()]
    const products = await meera.call(calls.getAllProducts, {})
    expect(products.map(({ productid, instock }) => [productid, instock])).toEqual([
      [one._id, false],
      [two._id, true],
    ])
  })
})

describe('POST /admin/editproduct', () => {
  it('APROD-16 changes all fields of a product, once for each version', async () => {
    const { product } = await create({ name: 'Chess to edit' })
    const params = { productid: product.productid }
    const edit = { ...body({ name: 'Magic Chess', items: [(await insertTestItem())._id] }), __v: product.__v }
    const tries = await Promise.allSettled(
      ['A', 'B'].map((name) => meera.call(calls.editProduct, { params, body: { ...edit, name } })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusalOf(meera.call(calls.editProduct, { params, body: edit }))).toMatchObject({
      status: 409,
      code: 'product_changed',
    })
    const again = await meera.call(calls.editProduct, { params, body: { ...edit, __v: product.__v + 1 } })
    expect(again.product).toMatchObject({ name: 'Magic Chess', items: edit.items, __v: product.__v + 2 })
    expect((await service.guest.call(eachProduct, { params: { id: product.productid } })).name).toBe(
      'Magic Chess',
    )
    expect(await rows(product.productid)).toHaveLength(3)
  })
})

describe('POST /admin/updateproduct', () => {
  const update = (more: Partial<BodyInputOf<typeof calls.updateProduct>>, _id: string) =>
    meera.call(calls.updateProduct, { body: { _id, instock: true, ...more } })

  it('CALL-44 APRICE-04 APRICE-05 changes stock and important note', async () => {
    const { _id } = await insertTestProduct()
    const reply = await update({ instock: false, importantNote: 'Back on Monday.' }, _id)
    expect(reply.message).toBe('Product instock status updated successfully')
    expect(reply.product).toMatchObject({ instock: false, importantnote: 'Back on Monday.' })
    expect((await rows(_id))[0]).toEqual({
      action: 'product.update',
      before: { instock: true, importantnote: '' },
      after: { instock: false, importantnote: 'Back on Monday.' },
    })
  })

  it('APRICE-06 keeps the note where none is sent', async () => {
    const { _id } = await insertTestProduct({ importantnote: 'Kept.' })
    expect((await update({ instock: false }, _id)).product.importantnote).toBe('Kept.')
    expect((await update({ importantNote: '' }, _id)).product.importantnote).toBe('')
    expect(await refusalOf(update({}, 'no-such-product'))).toMatchObject({ code: 'product_not_found' })
  })
})

describe('POST /admin/deleteproduct', () => {
  const remove = (productid: string) => meera.call(calls.deleteProduct, { params: { productid } })

  it('CALL-61 APROD-17 deletes the product and leaves its items, unless an order of it is open', async () => {
    const item = await insertTestItem()
    const [sold, unsold] = [
      await insertTestProduct({ items: [item._id] }),
      await insertTestProduct({ items: [item._id] }),
    ]
    const asha = await insertCustomer()
    await giveMoney(asha, 50_000)
    await buy(await service.as(asha), orderBody(asha, { product: sold, item }, { paymentmode: 'wallet' }))

    expect(await refusalOf(remove(sold._id))).toMatchObject({ status: 409, code: 'catalogue_in_use' })
    expect((await remove(unsold._id)).message).toBe('Product deleted successfully')
    expect((await ProductModel.find({}, { _id: 1 }).lean()).map(({ _id }) => _id)).toEqual([sold._id])
    expect(await ItemModel.findById(item._id).lean()).toMatchObject({ name: '86 Diamonds' })
    expect((await rows(unsold._id))[0]).toMatchObject({ action: 'product.delete', after: {} })
  })
})
