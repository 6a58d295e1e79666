import { randomUUID } from 'node:crypto'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

type Body = BodyInputOf<typeof orders.createOrder>

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ env: { MAX_UNPAID: '100' } })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 1_000_000)
})

const crystals = (more: Partial<Body> = {}) =>
  orderBody(user, shop.crystals, { input1: '700000001', input2: 'Asia', paymentmode: 'wallet', ...more })

/** Orders like our apps do: they can ask the customer. `orderAgain`: the customer's answer. */
async function order(
  body: Body,
  { orderAgain = 'ask', idempotencyKey = randomUUID() } = {},
): Promise<string> {
  const request = { body, idempotencyKey, orderAgain }
  if (body.paymentmode === 'upi') return (await asha.call(orders.createOrder, request)).data.client_txn_id
  return (await asha.call(orders.createWalletOrder, request)).client_txn_id
}

const placed = () => OrderModel.countDocuments({ userId: user._id })
/** Written past the model, which changes neither the age of an order nor its position in lists. */
const set = (id: string, fields: Record<string, unknown>) =>
  OrderModel.collection.updateOne({ _id: id as never }, { $set: fields })
const back = (id: string, ms: number) => set(id, { createdAt: new Date(Date.now() - ms) })

describe('the same order for the same player within two minutes', () => {
  it('asks for confirmation, with the earlier order, and costs nothing', async () => {
    const first = await order(crystals())
    const refusal = await refusalOf(order(crystals()))
    expect(refusal).toMatchObject({ status: 409, code: 'ordered_already' })
    expect(refusal.reply).toMatchObject({
      orderid: first,
      redirect_url: `/confirmation?client_txn_id=${first}`,
      status: 'Processing',
      orderedAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(refusal.message).toMatch(/^You ordered the same \d+ s ago\. Order again\?$/)
    expect(await placed()).toBe(1)
    expect(await balanceOf(asha, user)).toBe(10_000 - 345)
  })

  it('is placed when the customer confirms, under the same key', async () => {
    const first = await order(crystals())
    const idempotencyKey = randomUUID()
    await refusalOf(order(crystals(), { idempotencyKey }))
    const second = await order(crystals(), { idempotencyKey, orderAgain: first })
    expect(second).not.toBe(first)
    expect(await order(crystals(), { idempotencyKey, orderAgain: first })).toBe(second)
    expect(await placed()).toBe(2)
  })

  it('asks again when the confirmation was for an earlier order', async () => {
    const first = await order(crystals())
    const second = await order(crystals(), { orderAgain: first })
    const refusal = await refusalOf(order(crystals(), { orderAgain: first }))
    expect(refusal.reply).toMatchObject({ orderid: second })
    expect(await placed()).toBe(2)
  })

  it('needs no confirmation when the caller has not said that it can ask', async () => {
    await buy(asha, crystals())
    await buy(asha, crystals())
    await buy(asha, crystals({ paymentmode: 'upi' }))
    expect(await placed()).toBe(3)
  })

  it('is the same order when its own key is repeated', async () => {
    const idempotencyKey = randomUUID()
    const first = await order(crystals(), { idempotencyKey })
    expect(await order(crystals(), { idempotencyKey })).toBe(first)
  })

  it.each([
    ['another item', () => orderBody(user, shop.diamonds, { paymentmode: 'wallet', input1: '700000001' })],
    ['another player', () => crystals({ input1: '700000002' })],
    ['another server', () => crystals({ input2: 'Europe' })],
  ])('needs no confirmation for %s', async (_what, other) => {
    await order(crystals())
    await order(other())
    expect(await placed()).toBe(2)
  })

  it('needs no confirmation for another customer', async () => {
    await order(crystals())
    const other = await insertCustomer()
    await giveMoney(other, 100_000)
    const body = { ...crystals(), userid: other.userid }
    const person = await service.as(other)
    await person.call(orders.createWalletOrder, { body, idempotencyKey: randomUUID(), orderAgain: 'ask' })
  })

  it('needs no confirmation two minutes later', async () => {
    const first = await order(crystals())
    await back(first, 119_000)
    await refusalOf(order(crystals()))
    await back(first, 121_000)
    await order(crystals())
    expect(await placed()).toBe(2)
  })

  it.each(['Failed', 'Cancelled', 'Refunded'])(
    'needs no confirmation when the earlier one is %s',
    async (status) => {
      const first = await order(crystals())
      await set(first, { status })
      await order(crystals())
      expect(await placed()).toBe(2)
    },
  )

  it('is refused for its own reason first, and can be ordered after that', async () => {
    const refusal = await refusalOf(order(crystals({ expectedPrice: 1 })))
    expect(refusal.code).toBe('price_changed')
    await order(crystals())
    expect(await placed()).toBe(1)
  })
})

describe('an order that waits for its payment', () => {
  it.each(['upi', 'wallet'] as const)(
    'asks for confirmation until it expires, by %s too',
    async (paymentmode) => {
      const first = await order(crystals({ paymentmode: 'upi' }))
      await back(first, 180_000)
      const refusal = await refusalOf(order(crystals({ paymentmode })))
      expect(refusal).toMatchObject({ status: 409, code: 'ordered_already' })
      const { payment } = (await OrderModel.findById(first))!
      expect(refusal.reply).toMatchObject({
        orderid: first,
        status: 'Created',
        payBefore: payment!.payBefore.toISOString(),
        redirect_url: `/pay?client_txn_id=${first}`,
      })
      expect(refusal.message).toMatch(
        /^You have an order of this waiting for payment until \d{1,2}:\d\d (am|pm)\.$/,
      )
      expect(await placed()).toBe(1)
    },
  )

  it('needs no confirmation once it has expired', async () => {
    const first = await order(crystals({ paymentmode: 'upi' }))
    await back(first, 3_600_000)
    await set(first, { 'payment.payBefore': new Date(Date.now() - 1_000) })
    await order(crystals({ paymentmode: 'upi' }))
    expect(await placed()).toBe(2)
  })
})

describe('the same order under different keys at the same moment', () => {
  it.each(['wallet', 'upi'] as const)('is placed once, by %s', async (paymentmode) => {
    for (let round = 0; round < 5; round += 1) {
      const before = await placed()
      const body = crystals({ paymentmode, input1: String(710_000_000 + round) })
      const tries = await Promise.allSettled(Array.from({ length: 6 }, () => order(body)))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const codes = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
      for (const code of codes) expect(['ordered_already', 'idempotency_in_flight']).toContain(code)
      expect(await placed()).toBe(before + 1)
    }
  })
})
