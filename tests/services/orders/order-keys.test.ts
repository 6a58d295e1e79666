import { randomInt, randomUUID } from 'node:crypto'
import * as keys from '@jhatpat/shared/contracts/order-keys.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel, placeUpiOrder } from '@jhatpat/shared/domain/orders/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { IdempotencyKeyModel, idempotencyKeyId } from '@jhatpat/shared/platform/idempotency-model.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { balanceOf, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

type Body = BodyInputOf<typeof orders.createOrder>

const price = 345

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let key: string

beforeAll(async () => {
  service = await startService({ env: { MAX_UNPAID: '100' } })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 1_000_000)
  key = randomUUID()
})

const crystals = (more: Partial<Body> = {}) =>
  orderBody(user, shop.crystals, { input1: '700000001', input2: 'Asia', paymentmode: 'wallet', ...more })

async function order(more: Partial<Body> = {}, idempotencyKey = key): Promise<string> {
  const request = { body: crystals(more), idempotencyKey, orderAgain: 'ask' }
  if (more.paymentmode === 'upi') return (await asha.call(orders.createOrder, request)).data.client_txn_id
  return (await asha.call(orders.createWalletOrder, request)).client_txn_id
}

const freshPlayer = () => String(randomInt(730_000_000, 740_000_000))

const lookupKey = (person = asha) => person.call(keys.lookUpOrderKey, { params: { key } })
const close = () => asha.call(keys.closeOrderKey, { params: { key }, body: {} })
const placed = () => OrderModel.countDocuments({ userId: user._id })

const userFields = ({ userid, role, name, email, mobilenumber }: IUser) => ({
  userid,
  role,
  name,
  email,
  mobilenumber,
})

/**
 * Leaves the key as a UPI order's run that crashed `ms` ago, or failed, leaves it. `made`: after the order was placed.
 */
async function leave(state: 'running' | 'open', { ms = 0, made = false } = {}): Promise<void> {
  const wrong = { paymentmode: 'upi', ...(made ? {} : { expectedPrice: 1 }) } as const
  await order(wrong).catch(() => undefined)
  const id = idempotencyKeyId(String(user._id), key)
  const { body, ...record } = { body: crystals(wrong), ...(await IdempotencyKeyModel.findById(id).lean())! }
  const about = { key, productid: body.product_id, itemid: Number(body.itemid) }
  const { status: _status, reply: _reply, ...unanswered } = record
  const startedAt = new Date(Date.now() - ms)
  const openFor = String(user._id)
  await IdempotencyKeyModel.collection.replaceOne(
    { _id: id as never },
    { ...unanswered, state, startedAt, about, openFor },
  )
}

describe('the lookup of an order’s key', () => {
  it('answers unknown before a request arrives, and stores nothing', async () => {
    expect(await lookupKey()).toEqual({ state: 'unknown' })
    expect(await IdempotencyKeyModel.countDocuments({ _id: idempotencyKeyId(String(user._id), key) })).toBe(0)
  })

  it.each(['wallet', 'upi'] as const)('finds the order that was placed by %s', async (paymentmode) => {
    const orderid = await order({ paymentmode })
    const page = paymentmode === 'upi' ? '/pay' : '/confirmation'
    expect(await lookupKey()).toMatchObject({
      state: 'placed',
      order: { orderid, redirect_url: `${page}?client_txn_id=${orderid}`, orderedAt: expect.any(String) },
    })
  })

  it('returns the reason of a refusal', async () => {
    const { message } = await refusalOf(order({ expectedPrice: 1 }))
    expect(await lookupKey()).toEqual({ state: 'refused', message })
  })

  it.each(['running', 'open'] as const)('finds the order that a %s request has placed', async (state) => {
    await leave(state, { made: true })
    expect(await lookupKey()).toMatchObject({ state: 'placed', order: { status: 'Created' } })
  })

  it('answers not_placed after a failure, and running while the request is processed', async () => {
    await leave('open')
    expect(await lookupKey()).toEqual({ state: 'not_placed' })
    key = randomUUID()
    await leave('running', { ms: 5_000 })
    expect(await lookupKey()).toMatchObject({ state: 'running', retryAfterMs: expect.any(Number) })
  })

  it('does not return another customer’s key', async () => {
    await order()
    expect(await lookupKey(await service.as(await insertCustomer()))).toEqual({ state: 'unknown' })
  })

  it('does not return a key of another kind of call', async () => {
    const id = idempotencyKeyId(String(user._id), key)
    await order()
    await IdempotencyKeyModel.collection.updateOne({ _id: id as never }, { $set: { route: 'POST /other' } })
    expect(await refusalOf(lookupKey())).toMatchObject({ status: 404 })
    expect(await refusalOf(close())).toMatchObject({ status: 404 })
  })
})

describe('closing an order’s key', () => {
  it('refuses a request that arrives later', async () => {
    expect(await close()).toEqual({ state: 'closed' })
    expect(await close()).toEqual({ state: 'closed' })
    expect(await refusalOf(order())).toMatchObject({ status: 409, code: 'stopped_by_customer' })
    expect(await lookupKey()).toEqual({ state: 'closed' })
    expect([await placed(), await balanceOf(asha, user)]).toEqual([0, 10_000])
  })

  it('leaves a placed order alone, and shows it', async () => {
    const orderid = await order()
    expect(await close()).toMatchObject({ state: 'placed', order: { orderid } })
    expect(await order()).toBe(orderid)
    expect([await placed(), await balanceOf(asha, user)]).toEqual([1, 10_000 - price])
  })

  it('closes the key of a failed request, and shows an order that it had placed', async () => {
    await leave('open')
    expect(await close()).toEqual({ state: 'closed' })
    expect(await refusalOf(order({ paymentmode: 'upi' }))).toMatchObject({ code: 'stopped_by_customer' })
    key = randomUUID()
    await leave('open', { made: true })
    expect(await close()).toMatchObject({ state: 'placed' })
  })

  it('leaves a running request alone until it can no longer place an order', async () => {
    await leave('running', { ms: 148_000 })
    expect(await close()).toMatchObject({ state: 'running' })
    key = randomUUID()
    await leave('running', { ms: 152_000 })
    expect(await close()).toEqual({ state: 'closed' })
  })

  it.each(['wallet', 'upi'] as const)(
    'places the order or none when it arrives at the same moment, by %s',
    async (paymentmode) => {
      const states = new Set<string>()
      for (let round = 0; round < 20; round += 1) {
        key = randomUUID()
        const before = await placed()
        const input = { paymentmode, input1: String(720_000_000 + round) }
        const [ordered, closed] = await Promise.allSettled([
          order(input),
          new Promise((done) => setTimeout(done, round % 5)).then(close),
        ])
        if (closed.status === 'rejected') throw closed.reason
        const { state } = closed.value.state === 'running' ? await lookupKey() : closed.value
        states.add(state)
        expect(ordered.status).toBe(state === 'closed' ? 'rejected' : 'fulfilled')
        expect(await placed()).toBe(before + (state === 'closed' ? 0 : 1))
      }
      expect([...states].every((state) => ['closed', 'placed'].includes(state))).toBe(true)
    },
  )

  it('refuses a UPI order that was delayed for half a minute and stopped meanwhile', async () => {
    await service.simulators.control('smileone', {
      next: { outcome: 'ok', call: 'getrole', delayMs: 1_000 },
    })
    const body = orderBody(user, shop.diamonds, { input1: freshPlayer() })
    const ordering = refusalOf(asha.call(orders.createOrder, { body, idempotencyKey: key }))
    const _id = idempotencyKeyId(String(user._id), key) as never
    await vi.waitFor(async () => {
      const update = { $set: { state: 'closed' } }
      const { modifiedCount } = await IdempotencyKeyModel.collection.updateOne({ _id }, update)
      expect(modifiedCount).toBe(1)
    })
    const now = performance.now.bind(performance)
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000)
    expect(await ordering).toMatchObject({ status: 409, code: 'stopped_by_customer' })
    spy.mockRestore()
    expect(await placed()).toBe(0)
  })

  it('refuses a UPI order whose run was delayed for minutes', async () => {
    const { product_id: productId, itemid, input1, input2, key: appKey } = crystals()
    const caller = {
      userId: String(user._id),
      sessionId: '-',
      requiresSecondFactor: false,
      ...userFields(user),
    }
    const orderid = `JP261128${randomUUID().slice(0, 8).toUpperCase()}`
    const about = { orderid, productId, itemid: Number(itemid), input1, input2, key: appKey }
    const isStillWanted = async () => false
    const stopped = placeUpiOrder(service.deps, caller, { ...about, paymentmode: 'upi', isStillWanted })
    await expect(stopped).rejects.toMatchObject({ code: 'stopped_by_customer' })
    expect(await placed()).toBe(0)
  })
})

describe('the list of orders without an answer', () => {
  const list = async (person = asha) => (await person.call(keys.openOrderKeys, {})).keys

  it('lists the UPI orders whose reply was lost, and no other', async () => {
    await order({}, randomUUID())
    await refusalOf(order({}, randomUUID()))
    await refusalOf(order({ paymentmode: 'upi' }, randomUUID()))
    await leave('running', { ms: 4_000 })
    expect(await list()).toEqual([
      {
        key,
        state: 'running',
        retryAfterMs: expect.any(Number),
        sentAt: expect.any(String),
        productid: crystals().product_id,
        itemid: Number(crystals().itemid),
        itemname: '60 Genesis Crystals',
      },
    ])
    expect(await list(await service.as(await insertCustomer()))).toEqual([])
  })

  it('lists a placed order whose reply was lost, and none older than a day', async () => {
    await leave('open', { made: true })
    expect(await list()).toMatchObject([{ state: 'placed', order: { status: 'Created' } }])
    await leave('running', { ms: 25 * 3_600_000 })
    expect(await list()).toEqual([])
  })

  it('lists no order that was looked up or stopped', async () => {
    const first = await order({ paymentmode: 'upi' }, randomUUID())
    await refusalOf(order({ paymentmode: 'upi' }))
    expect(await list()).toEqual([])
    await leave('running', { ms: 200_000 })
    await close()
    expect(await list()).toEqual([])
    expect(first).toMatch(/^JP/)
  })
})

it('refuses a key that belongs to another request, closed or not', async () => {
  await order()
  expect(await refusalOf(order({ input1: '700000002' }))).toMatchObject({ code: 'idempotency_key_reused' })
  expect(new AppError('stopped_by_customer').status).toBe(409)
})
