import { randomUUID } from 'node:crypto'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { createOrder, createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { createPriceChange, rollBackPriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { type ItemDoc, ItemModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, look, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, insertReseller } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await setPrice(34_500)
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})

const paymentMethods = [
  ['createOrder', createOrder, 'upi'],
  ['createWalletOrder', createWalletOrder, 'wallet'],
] as const

/** The item's price for customers, in paise; resellers pay ₹20 less. */
async function setPrice(discountedPaise: number): Promise<void> {
  const { _id } = shop.manual.item satisfies ItemDoc
  await ItemModel.updateOne({ _id }, { $set: { discountedPaise, resellPaise: discountedPaise - 2_000 } })
}

const body = (paymentmode: 'upi' | 'wallet', expectedPrice?: number, buyer = user) =>
  orderBody(buyer, shop.manual, { paymentmode, ...(expectedPrice === undefined ? {} : { expectedPrice }) })

describe.each(paymentMethods)('the expected price, on %s', (_name, route, paymentmode) => {
  it.each([
    ['rose', 36_050, '360.5'],
    ['fell', 30_000, '300'],
  ])(
    'is refused with the current price when it %s meanwhile, and nothing happens',
    async (_how, paise, price) => {
      await setPrice(paise)
      const refusal = await refusalOf(
        asha.call(route, { body: body(paymentmode, 345), idempotencyKey: randomUUID() }),
      )
      expect(refusal).toMatchObject({
        status: 409,
        code: 'price_changed',
        field: 'expectedPrice',
        reply: { price },
      })
      expect(refusal.reply[route.errorField]).toBe(refusal.message)
      expect(await OrderModel.countDocuments({ userId: user._id })).toBe(0)
      expect(await balanceOf(asha, user)).toBe(1_000)
    },
  )

  it('is accepted when it is current, and with the next tap after a refusal', async () => {
    expect((await look(asha, await buy(asha, body(paymentmode, 345)))).value).toBe(345)
    await setPrice(36_050)
    await refusalOf(buy(asha, body(paymentmode, 345)))
    expect((await look(asha, await buy(asha, body(paymentmode, 360.5)))).value).toBe(360.5)
  })

  it('may be left out', async () => {
    await setPrice(36_050)
    expect((await look(asha, await buy(asha, body(paymentmode)))).value).toBe(360.5)
  })

  it('is compared with the price for the caller’s role', async () => {
    const ravi = await insertReseller()
    await giveMoney(ravi, 100_000)
    const reseller = await service.as(ravi)
    expect(await refusalOf(buy(reseller, body(paymentmode, 345, ravi)))).toMatchObject({
      code: 'price_changed',
      reply: { price: '325' },
    })
    expect((await look(reseller, await buy(reseller, body(paymentmode, 325, ravi)))).value).toBe(325)
  })

  it('does not refuse the repeat of an order that was placed at that price', async () => {
    const key = randomUUID()
    const first = await buy(asha, body(paymentmode, 345), key)
    await setPrice(36_050)
    expect(await buy(asha, body(paymentmode, 345), key)).toBe(first)
    expect(await OrderModel.countDocuments({ userId: user._id })).toBe(1)
  })

  it('must be an amount of rupees', async () => {
    for (const expectedPrice of [-1, 345.001, 345.0000001]) {
      expect(await refusalOf(buy(asha, body(paymentmode, expectedPrice)))).toMatchObject({
        status: 400,
        field: 'expectedPrice',
      })
    }
  })
})

it('debits the price on the button or nothing, however a price changes under twenty taps', async () => {
  const calls = Array.from({ length: 20 }, (_, index) => [
    buy(asha, body('wallet', 40)).catch((error: ApiError) => error.code),
    setPrice(index % 2 ? 4_000 : 5_000),
  ])
  await setPrice(4_000)
  const ends = (await Promise.all(calls.flat())).filter((end) => end !== undefined)
  const refused = ends.filter((end) => end === 'price_changed')
  const placed = await OrderModel.find({ userId: user._id }).lean()
  expect(placed.length + refused.length).toBe(20)
  expect(placed.map(({ pricePaise }) => pricePaise)).toEqual(placed.map(() => 4_000))
  expect(await balanceOf(asha, user)).toBe(1_000 - 40 * placed.length)
})

it('debits the price on the button or nothing while price changes are applied and rolled back under twenty taps', async () => {
  await setPrice(4_000)
  const meera = await service.as(await insertAdmin())
  const itemid = shop.manual.item._id
  const prices = [{ itemid, field: 'discountedprice' as const, from: 40, to: 50 }]
  const there = async () => {
    const { set } = await meera.call(createPriceChange, { body: { prices }, idempotencyKey: randomUUID() })
    const params = { id: set.id }
    await meera.call(rollBackPriceChange, { params, body: {}, idempotencyKey: randomUUID() })
  }
  const sets = (async () => {
    for (let round = 0; round < 5; round += 1) await there()
  })()
  const calls = Array.from({ length: 20 }, () =>
    buy(asha, body('wallet', 40)).catch((error: ApiError) => error.code),
  )
  const refused = (await Promise.all(calls)).filter((end) => end === 'price_changed')
  await sets
  const placed = await OrderModel.find({ userId: user._id }).lean()
  expect(placed.length + refused.length).toBe(20)
  expect(placed.map(({ pricePaise }) => pricePaise)).toEqual(placed.map(() => 4_000))
  expect(await balanceOf(asha, user)).toBe(1_000 - 40 * placed.length)
})
