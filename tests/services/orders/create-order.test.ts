import { randomUUID } from 'node:crypto'
import { createOrder } from '@jhatpat/shared/contracts/orders.ts'
import { paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { ItemModel, ProductModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, look, orderBody, pay, refusalOf } from '../../support/buying.ts'
import { insertCustomer, insertReseller } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ workers: true })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
})

type Body = ReturnType<typeof orderBody>

const order = (body: Body, person = asha) => person.call(createOrder, { body, idempotencyKey: randomUUID() })

/** The refusal of an order that must leave nothing behind. */
async function refused(body: Body) {
  const refusal = await refusalOf(order(body))
  expect(refusal.reply.error).toBe(refusal.message)
  expect(await OrderModel.countDocuments({ userId: user._id })).toBe(0)
  return refusal
}

describe('POST /order/createOrder', () => {
  it('CALL-10 takes an order and says where to pay it', async () => {
    const reply = await order(orderBody(user, shop.diamonds, { input1: '123456789', input2: '2001' }))
    expect(reply.status).toBe(true)
    const id = reply.data.client_txn_id
    expect(reply.data.payment_url).toBe(`/pay?client_txn_id=${id}`)
    expect(await look(asha, id)).toMatchObject({ status: 'Created', input1: '123456789', input2: '2001' })
    const page = await asha.call(paymentPage, { params: { client_txn_id: id } })
    expect(page).toMatchObject({ kind: 'order', status: 'created', amount: 345, title: '86 Diamonds' })
    expect(page.upi?.bhim).toContain('am=345.00')
  })

  it('CALL-10 leads to the gateway’s own page where it gave no app links', async () => {
    await service.simulators.control('upigateway', { upiIntentNull: true })
    const { data } = await order(orderBody(user, shop.diamonds))
    expect(data.payment_url).toMatch(/^http.*\/upigateway\/pay\/\d+$/)
  })

  it('CALL-10 needs a token', async () => {
    expect(await refusalOf(order(orderBody(user, shop.diamonds), service.guest))).toMatchObject({
      status: 401,
    })
  })

  it('ROLE-03 ROLE-05 charges resellers the resell price and all others the discounted price', async () => {
    const ravi = await insertReseller()
    const reseller = await service.as(ravi)
    const cheaper = await buy(reseller, orderBody(ravi, shop.diamonds))
    const usual = await buy(asha, orderBody(user, shop.diamonds))
    expect((await look(reseller, cheaper)).value).toBe(325)
    expect((await look(asha, usual)).value).toBe(345)
    const created = service.simulators.journal('upigateway').filter((entry) => entry.kind === 'created')
    expect(created.slice(-2).map((entry) => entry.amountPaise)).toEqual([32_500, 34_500])
  })

  it('takes the price from the catalogue: a price, status or name in the body is refused', async () => {
    for (const more of [{ value: 1 }, { price: '1' }, { discountedprice: 1 }, { status: 'Completed' }]) {
      const refusal = await refused({ ...orderBody(user, shop.diamonds), ...more })
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_request' })
    }
  })

  it('accepts an item’s number written as text, as browsers send it', async () => {
    const body = { ...orderBody(user, shop.diamonds), itemid: String(shop.diamonds.item._id) }
    expect((await order(body)).status).toBe(true)
  })
})

describe('an order that is refused', () => {
  it.each([
    ['a wrong application key', { key: 'other' }, { status: 403, code: 'unknown_application_key' }],
    [
      'the wrong payment mode',
      { paymentmode: 'wallet' as const },
      { status: 400, code: 'payment_mode_not_supported' },
    ],
    ['an unknown product', { product_id: 'no-such-product' }, { status: 404, code: 'product_not_found' }],
    ['an unknown item', { itemid: 999_999 }, { status: 404, code: 'item_not_found' }],
    ['someone else’s user id', { userid: 'someone-else' }, { status: 404, code: 'not_found' }],
    ['an empty account', { input1: '  ' }, { status: 400, code: 'invalid_request' }],
  ])('CALL-11 for %s says so in error', async (_what, more, refusal) => {
    expect(await refused(orderBody(user, shop.diamonds, more))).toMatchObject(refusal)
  })

  it('CALL-11 for another customer’s user id says it does not exist', async () => {
    const other = await insertCustomer()
    expect(await refused(orderBody(user, shop.diamonds, { userid: other.userid }))).toMatchObject({
      status: 404,
    })
  })

  it('for an item that another product sells', async () => {
    const body = orderBody(user, shop.diamonds, { itemid: shop.manual.item._id })
    expect(await refused(body)).toMatchObject({ code: 'item_not_found' })
  })

  it('for an item or a whole product out of stock', async () => {
    const listing = await insertProductWithItem(
      { name: 'Rare', type: 'OTHER', apiType: 'OTHER' },
      { name: 'Last one' },
    )
    await ItemModel.updateOne({ _id: listing.item._id }, { inStock: false })
    expect(await refused(orderBody(user, listing))).toMatchObject({ status: 409, code: 'out_of_stock' })
    await ItemModel.updateOne({ _id: listing.item._id }, { inStock: true })
    await ProductModel.updateOne({ _id: listing.product._id }, { instock: false })
    expect(await refused(orderBody(user, listing))).toMatchObject({
      message: 'This item is out of stock.',
    })
  })

  it('for an Indonesian id, with the specification’s sentence, whatever the browser checked', async () => {
    const refusal = await refused(orderBody(user, shop.diamonds, { input1: '10000001' }))
    expect(refusal).toMatchObject({ status: 409, message: 'Recharge for Indo IDs is not permitted.' })
  })

  it('for an id whose region the supplier does not sell to', async () => {
    const refusal = await refused(orderBody(user, shop.diamonds, { input1: '10000002' }))
    expect(refusal).toMatchObject({ status: 409, code: 'player_not_eligible', field: 'input1' })
    expect(refusal.message).toBe(
      'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.',
    )
  })

  it('for an id without a player', async () => {
    const refusal = await refused(orderBody(user, shop.diamonds, { input1: '10000003' }))
    expect(refusal).toMatchObject({ status: 409, code: 'player_not_found', field: 'input1' })
  })

  it('when the supplier cannot check the id', async () => {
    await service.simulators.control('smileone', { next: { outcome: 'http500', call: 'getrole' } })
    const refusal = await refused(orderBody(user, shop.diamonds, { input1: '750000009' }))
    expect(refusal).toMatchObject({ status: 409, code: 'id_check_unavailable' })
  })
})

describe('a failing gateway', () => {
  const nextLink = (next: Record<string, unknown>) => service.simulators.control('upigateway', { next })
  const onlyOrder = async () => (await OrderModel.findOne({ userId: user._id }))!

  it.each([
    ['refuses', 'refuse', 502, 'payment_rejected', 'wasn’t accepted. No money was taken.'],
    ['breaks', 'http500', 503, 'payment_unavailable', 'isn’t responding. No money was taken.'],
  ])(
    'that %s is reported as such, and the order ends Failed',
    async (...[, outcome, status, code, message]) => {
      await nextLink({ outcome })
      const refusal = await refusalOf(order(orderBody(user, shop.manual)))
      expect(refusal).toMatchObject({ status, code })
      expect(refusal.reply.error).toContain(message)
      const { _id: orderid } = await onlyOrder()
      expect((await look(asha, orderid)).status).toBe('Created')
      service.clock.advance(service.env.PAYMENT_WINDOW_MS + 1_000)
      await ends(asha, orderid, 'Failed')
    },
  )

  it('that created the payment and lost its answer loses no money: a payment there buys the order', async () => {
    await nextLink({ outcome: 'http500_accepted' })
    await refusalOf(order(orderBody(user, shop.manual)))
    const { _id: orderid } = await onlyOrder()
    await pay(service, orderid)
    await ends(asha, orderid, 'Processing')
  })

  it('can be tried again with the same key, which makes no second order', async () => {
    await nextLink({ outcome: 'http500' })
    const idempotencyKey = randomUUID()
    const body = orderBody(user, shop.manual)
    await refusalOf(asha.call(createOrder, { body, idempotencyKey }))
    const { data } = await asha.call(createOrder, { body, idempotencyKey })
    expect(data.client_txn_id).toBe((await onlyOrder())._id)
    expect(await OrderModel.countDocuments({ userId: user._id })).toBe(1)
  })

  it('creates no payment for an order whose deadline has passed; the reply leads to the order’s page', async () => {
    await nextLink({ outcome: 'http500' })
    const idempotencyKey = randomUUID()
    const body = orderBody(user, shop.manual)
    await refusalOf(asha.call(createOrder, { body, idempotencyKey }))
    const { _id: orderid } = await onlyOrder()
    service.clock.advance(service.env.PAYMENT_WINDOW_MS + 1_000)
    await ends(asha, orderid, 'Failed')
    const { data } = await asha.call(createOrder, { body, idempotencyKey })
    expect(data).toEqual({ client_txn_id: orderid, payment_url: `/confirmation?client_txn_id=${orderid}` })
    expect((await onlyOrder()).payment?.attempts.map((attempt) => attempt.state)).toEqual(['unclear'])
  })
})
