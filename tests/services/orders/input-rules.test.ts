import { createProduct, editProduct, getAllProducts } from '@jhatpat/shared/contracts/admin-products.ts'
import { eachProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { checkId } from '@jhatpat/shared/contracts/orders.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, giveMoney, look, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { insertTestItem, insertTestProduct } from '../catalogue/catalogue-factory.ts'

let service: Service
let shop: Shop
beforeAll(async () => {
  service = await startService({ workers: true })
  shop = await insertShop()
})
afterAll(() => service.stop())

async function asha() {
  const user = await insertCustomer()
  await giveMoney(user, 100_000)
  return { user, person: await service.as(user) }
}

const digits = { kind: 'digits', min: 6, max: 12 } as const

async function ruled() {
  const item = await insertTestItem()
  const inputs = [{ label: 'Player ID', rule: digits }, { label: 'Nickname' }]
  const product = await insertTestProduct({ items: [item._id], inputs })
  return { product, item }
}

describe('an order against the rule of an input', () => {
  it('is refused with 400, the field and the sentence of the page, and leaves nothing behind', async () => {
    const { user, person } = await asha()
    const body = orderBody(user, await ruled(), { input1: '12345', input2: 'RaviOP', paymentmode: 'wallet' })
    expect(await refusalOf(buy(person, body))).toMatchObject({
      status: 400,
      code: 'invalid_request',
      field: 'input1',
      message: 'Enter 6 to 12 digits as Player ID.',
    })
    expect(await OrderModel.countDocuments({ userId: user._id })).toBe(0)
  })

  it('is placed with Devanagari digits as 0 to 9', async () => {
    const { user, person } = await asha()
    const body = orderBody(user, await ruled(), {
      input1: ' १२३४५६७ ',
      input2: 'RaviOP',
      paymentmode: 'wallet',
    })
    const id = await buy(person, body)
    expect(await look(person, id)).toMatchObject({ input1: '1234567', input2: 'RaviOP' })
  })

  it('is placed with any text where the product has no rule, but not with emoji alone', async () => {
    const { user, person } = await asha()
    const { item } = await ruled()
    const product = await insertTestProduct({ items: [item._id] })
    const body = orderBody(
      user,
      { product, item },
      { input1: 'कोई नाम', input2: 'لاعب', paymentmode: 'wallet' },
    )
    const id = await buy(person, body)
    expect(await look(person, id)).toMatchObject({ input1: 'कोई नाम', input2: 'لاعب' })
    expect(await refusalOf(buy(person, { ...body, input2: '🙂 👍🏽' }))).toMatchObject({
      status: 400,
      field: 'input2',
      message: 'Enter letters or digits as Server.',
    })
  })

  it('is refused by the id check as well, by the names of its fields', async () => {
    const { product, item } = shop.diamonds
    const body = { userid: '🙂', zoneid: '1234', selectedProduct: product._id, selectedItem: item._id }
    expect(await refusalOf(service.guest.call(checkId, { body }))).toMatchObject({
      status: 400,
      field: 'userid',
    })
  })
})

describe('the rules in the back office', () => {
  it('are stored, shown to customers, changed and taken away', async () => {
    const meera = await service.as(await insertAdmin())
    const body = {
      name: 'Ruled game',
      type: 'OTHER',
      category: 'games' as const,
      imgpath: '/media/game.svg',
      inputs: [
        { label: 'Player ID', rule: digits },
        { label: 'E-mail', rule: { kind: 'email' as const } },
      ],
      items: [],
    }
    const { product } = await meera.call(createProduct, { body })
    const shown = async () => (await service.guest.call(eachProduct, { params: { id: product._id } })).inputs
    expect(product.inputs).toEqual(body.inputs)
    expect(await shown()).toEqual(body.inputs)

    const without = { ...body, inputs: body.inputs.map(({ label }) => ({ label })) }
    await meera.call(editProduct, { params: { productid: product.productid }, body: without })
    expect(await shown()).toEqual(without.inputs)
    const all = await meera.call(getAllProducts, {})
    expect(all.find(({ _id }) => _id === product._id)?.inputs).toEqual(without.inputs)
  })

  it('refuse a pattern that can take exponential time', async () => {
    const meera = await service.as(await insertAdmin())
    const rule = { kind: 'pattern' as const, pattern: '(a+)+', example: 'aa' }
    const inputs = [{ label: 'Player ID', rule }, { label: 'Server' }]
    const body = {
      name: 'Slow',
      type: 'OTHER',
      category: 'games' as const,
      imgpath: '/a.svg',
      inputs,
      items: [],
    }
    expect(await refusalOf(meera.call(createProduct, { body }))).toMatchObject({
      status: 400,
      field: 'inputs.0.rule.pattern',
    })
  })
})
