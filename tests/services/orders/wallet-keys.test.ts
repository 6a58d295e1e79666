import { randomUUID } from 'node:crypto'
import * as keys from '@jhatpat/shared/contracts/order-keys.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { IdempotencyKeyModel, idempotencyKeyId } from '@jhatpat/shared/platform/idempotency-model.ts'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { balanceOf, giveMoney, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person, RawReply } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

type Body = BodyInputOf<typeof orders.createOrder>

const appName = `keys-${randomUUID()}`
const price = 345

let service: Service
let secondApi: number
let shop: Shop
let user: IUser
/** The same customer at two api processes. */
let tabs: [Person, Person]
let key: string

beforeAll(async () => {
  const database = `test-${randomUUID()}`
  const uri = inject('mongodbUri').replace(/^([a-z+]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${database}`)
  const MONGODB_URI = `${uri}${uri.includes('?') ? '&' : '?'}appName=${appName}`
  service = await startService({ env: { MONGODB_URI, LIMIT_ORDERS: '100000', MAX_UNPAID: '1000' } })
  secondApi = await service.startAnotherApi()
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  tabs = await tabsOf(user)
  key = randomUUID()
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const tabsOf = async (one: IUser): Promise<[Person, Person]> => [
  await service.as(one),
  await service.as(one, secondApi),
]

type Sent = {
  person?: Person
  idempotencyKey?: string
  listing?: Listing
  /** Sent by clients that can show a question. */
  orderAgain?: string | undefined
}

/** Sends an order as bytes. The player is the same for one key. */
function send(more: Partial<Body> = {}, sent: Sent = {}): Promise<RawReply> {
  const { person = tabs[0], idempotencyKey = key, listing = shop.manual, orderAgain } = sent
  const body = orderBody(user, listing, { input1: playerOf(idempotencyKey), paymentmode: 'wallet', ...more })
  const { path } = body.paymentmode === 'upi' ? orders.createOrder : orders.createWalletOrder
  const headers = {
    'idempotency-key': idempotencyKey,
    ...(orderAgain === undefined ? {} : { 'order-again': orderAgain }),
  }
  return person.request(`/api${path}`, { method: 'POST', body: JSON.stringify(body), headers })
}

const playerOf = (text: string) => String(700_000_000 + (Number.parseInt(text.slice(0, 6), 16) % 99_999_999))
const placed = (one = user) => OrderModel.countDocuments({ userId: one._id })
const record = () => IdempotencyKeyModel.findById(idempotencyKeyId(String(user._id), key)).lean()
const wholeOf = ({ status, text }: RawReply) => ({ status, text })
const codeOf = ({ json }: RawReply) => json.code
const sorted = (replies: RawReply[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other)
const lookUp = () => tabs[0].call(keys.lookUpOrderKey, { params: { key } })
const close = () => tabs[0].call(keys.closeOrderKey, { params: { key }, body: {} })

/** Whether a request that can be asked back is being processed. */
const isOrdering = async () =>
  (await service.deps.redis.keys(`*${service.env.QUEUE_PREFIX}*ordering*`)).length > 0

/** Commands of this file's own connection fail. */
async function failing(times: number, data: object, work: () => Promise<unknown>): Promise<void> {
  const admin = mongoose.connection.getClient().db('admin')
  const set = (mode: unknown, more: object) =>
    admin.command({ configureFailPoint: 'failCommand', mode, ...more })
  await set({ times }, { data: { appName, ...data } })
  try {
    await work()
  } finally {
    await set('off', {})
  }
}
const keysNamespace = () => `${mongoose.connection.name}.${IdempotencyKeyModel.collection.name}`
const lostCommit = {
  failCommands: ['commitTransaction'],
  writeConcernError: { code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'time is up' },
}

describe('the same request several times at once', () => {
  it.each([
    ['an app that can ask the customer', 'ask'],
    ['a client that cannot', undefined],
  ])('places one order and answers all alike, among orders of other keys: %s', async (_what, orderAgain) => {
    const other = await insertCustomer()
    const others = await tabsOf(other)
    await Promise.all([giveMoney(user, 10_000_000), giveMoney(other, 10_000_000)])
    for (let round = 0; round < 25; round += 1) {
      key = randomUUID()
      const replies = Array.from({ length: 2 + (round % 4) }, (_, index) =>
        send({}, { person: tabs[index % 2 ? 1 : 0], orderAgain }),
      )
      const besides = Array.from({ length: 8 }, (_, index) => {
        const about = { person: others[index % 2 ? 1 : 0], idempotencyKey: randomUUID(), orderAgain }
        return send({ userid: other.userid }, about)
      })
      const all = (await Promise.all(replies)).map(wholeOf)
      expect(all).toEqual(all.map(() => ({ status: 200, text: all[0]?.text })))
      expect((await Promise.all(besides)).map(({ status }) => status)).toEqual(besides.map(() => 200))
      expect(wholeOf(await send({}, { orderAgain }))).toEqual(all[0])
    }
    expect([await placed(), await placed(other)]).toEqual([25, 200])
    expect(await balanceOf(tabs[0], user)).toBe(100_000 - 25 * price)
  })

  it('takes the last money of a wallet once, and answers both alike', async () => {
    for (let round = 1; round <= 10; round += 1) {
      key = randomUUID()
      await giveMoney(user, price * 100)
      const replies = (await Promise.all(tabs.map((person) => send({}, { person })))).map(wholeOf)
      expect(replies).toEqual([replies[0], replies[0]])
      expect(replies[0]?.status).toBe(200)
      expect([await placed(), await balanceOf(tabs[0], user)]).toEqual([round, 0])
    }
  })

  it('answers the second as the first, though the first is still being checked by the supplier', async () => {
    await giveMoney(user, 100_000)
    await service.simulators.control('smileone', { next: { outcome: 'ok', call: 'getrole', delayMs: 1_000 } })
    const sent = { listing: shop.diamonds, orderAgain: 'ask' }
    const first = send({}, sent)
    await expect.poll(isOrdering).toBe(true)
    const [second, slow] = [await send({}, sent), await first]
    expect(wholeOf(slow)).toEqual(wholeOf(second))
    expect([second.status, await placed()]).toEqual([200, 1])
  })
})

describe('a key', () => {
  beforeEach(() => giveMoney(user, 1_000_000))

  it('gives every repeat the same bytes, marked as a repeat', async () => {
    const first = await send()
    expect(first.headers.has('idempotency-replayed')).toBe(false)
    const repeat = await send({}, { person: tabs[1] })
    expect(wholeOf(repeat)).toEqual(wholeOf(first))
    expect(repeat.headers.get('idempotency-replayed')).toBe('true')
    expect(await record()).toMatchObject({ state: 'answered', status: 200, reply: first.text })
    expect(await record()).not.toHaveProperty('openFor')
  })

  it('belongs to one request, also when two of them come at once', async () => {
    for (let round = 1; round <= 10; round += 1) {
      key = randomUUID()
      const replies = await Promise.all([
        send({ input2: '9000000001' }),
        send({ input2: '9000000002' }, { person: tabs[1] }),
      ])
      expect(sorted(replies)).toEqual([200, 422])
      expect(replies.map(codeOf)).toContain('idempotency_key_reused')
      expect(await placed()).toBe(round)
    }
  })

  it('belongs to one call: a UPI order and a wallet order of one key at once are one order', async () => {
    for (let round = 1; round <= 10; round += 1) {
      key = randomUUID()
      const replies = await Promise.all([send({ paymentmode: 'upi' }), send({}, { person: tabs[1] })])
      expect(sorted(replies)).toEqual([200, 422])
      expect(await placed()).toBe(round)
    }
  })

  it('belongs to one customer: another one orders under the same key', async () => {
    const other = await insertCustomer()
    await giveMoney(other, 100_000)
    const first = await send()
    const theirs = await send({ userid: other.userid }, { person: await service.as(other) })
    expect(theirs.status).toBe(200)
    expect(theirs.text).not.toBe(first.text)
    expect([await placed(), await placed(other)]).toEqual([1, 1])
  })

  it('is unknown until its order is placed, and can be closed until then', async () => {
    await service.simulators.control('smileone', { next: { outcome: 'ok', call: 'getrole', delayMs: 1_000 } })
    const ordering = send({}, { listing: shop.diamonds, orderAgain: 'ask' })
    await expect.poll(isOrdering).toBe(true)
    expect([await lookUp(), await record()]).toEqual([{ state: 'unknown' }, null])
    expect(await close()).toEqual({ state: 'closed' })
    expect(await ordering).toMatchObject({ status: 409, json: { code: 'stopped_by_customer' } })
    expect([await placed(), await balanceOf(tabs[0], user)]).toEqual([0, 10_000])
    expect(await lookUp()).toEqual({ state: 'closed' })
  })
})

it('has the order or is closed, never both, when it is closed at the same moment', async () => {
  await giveMoney(user, 10_000_000)
  const states = new Set<string>()
  const startedAt = performance.now()
  await send()
  // On a busy machine an order takes longer: it is closed at any moment of it, and after.
  const orderMs = Math.max(10, performance.now() - startedAt)
  for (let round = 0; round < 50; round += 1) {
    key = randomUUID()
    const before = await placed()
    const [ordered, closed] = await Promise.all([
      send(),
      new Promise((done) => setTimeout(done, ((round % 10) / 6) * orderMs)).then(close),
    ])
    const isClosed = closed.state === 'closed'
    states.add(closed.state)
    expect([ordered.status, codeOf(ordered)]).toEqual(
      isClosed ? [409, 'stopped_by_customer'] : [200, undefined],
    )
    expect(await placed()).toBe(before + (isClosed ? 0 : 1))
    expect(await lookUp()).toMatchObject({ state: closed.state })
  }
  expect([...states].sort()).toEqual(['closed', 'placed'])
})

describe('a refusal', () => {
  it('is the reply to every repeat, also once it would no longer apply', async () => {
    const first = await send()
    expect([first.status, codeOf(first)]).toEqual([402, 'insufficient_balance'])
    await giveMoney(user, 100_000)
    const repeats = await Promise.all(tabs.map((person) => send({}, { person })))
    expect(repeats.map(wholeOf)).toEqual([wholeOf(first), wholeOf(first)])
    expect(await placed()).toBe(0)
    expect(await lookUp()).toEqual({ state: 'refused', message: first.json.message })
  })

  it.each(['wallet', 'upi'] as const)(
    'is not recorded while the same order is being placed, by %s',
    async (paymentmode) => {
      await giveMoney(user, 100_000)
      await service.simulators.control('smileone', {
        next: { outcome: 'ok', call: 'getrole', delayMs: 1_000 },
      })
      const sent = { listing: shop.diamonds, orderAgain: 'ask' }
      const more = { paymentmode, input1: playerOf(key) }
      const first = send(more, sent)
      await expect.poll(isOrdering).toBe(true)
      const other = { ...sent, idempotencyKey: randomUUID() }
      expect(codeOf(await send(more, other))).toBe('idempotency_in_flight')
      expect((await first).status).toBe(200)
      expect(codeOf(await send(more, other))).toBe('ordered_already')
      expect(await placed()).toBe(1)
    },
  )
})

describe('a transaction', () => {
  beforeEach(() => giveMoney(user, 1_000_000))

  it('that is aborted leaves nothing, and the same key places the order anew', async () => {
    await failing(1, { failCommands: ['insert'], namespace: keysNamespace(), errorCode: 8 }, async () => {
      expect((await send({}, { orderAgain: 'ask' })).status).toBe(500)
    })
    expect([await placed(), await record(), await balanceOf(tabs[0], user)]).toEqual([0, null, 10_000])
    expect(await lookUp()).toEqual({ state: 'unknown' })
    expect((await send({}, { person: tabs[1], orderAgain: 'ask' })).status).toBe(200)
    expect([await placed(), await balanceOf(tabs[0], user)]).toEqual([1, 10_000 - price])
  })

  it('that never reached its commit leaves nothing, and the same key places the order anew', async () => {
    await failing(1, { failCommands: ['commitTransaction'], errorCode: 8 }, async () => {
      expect((await send()).status).toBe(500)
    })
    expect((await send()).status).toBe(200)
    expect([await placed(), await balanceOf(tabs[0], user)]).toEqual([1, 10_000 - price])
  }, 60_000)

  it('whose commit has an unknown outcome is answered by what is stored', async () => {
    await failing(1, lostCommit, async () => expect((await send()).status).toBe(200))
    const repeat = await send({}, { person: tabs[1] })
    expect([repeat.status, repeat.text]).toEqual([200, (await record())?.reply])
    expect([await placed(), await balanceOf(tabs[0], user)]).toEqual([1, 10_000 - price])
  })

  it('whose commit has an unknown outcome is found without a key, too', async () => {
    const body = orderBody(user, shop.manual, { paymentmode: 'wallet' })
    await failing(1, lostCommit, async () => {
      const { client_txn_id } = await tabs[0].call(orders.createWalletOrder, { body })
      expect(await OrderModel.countDocuments({ _id: client_txn_id })).toBe(1)
    })
    expect([await placed(), await balanceOf(tabs[0], user)]).toEqual([1, 10_000 - price])
  })

  it('of many orders, whose commit has an unknown outcome, is answered by what is stored', async () => {
    const lone = send({}, { idempotencyKey: randomUUID() })
    const rest = Array.from({ length: 8 }, () => send({}, { idempotencyKey: randomUUID() }))
    await failing(1, lostCommit, async () => {
      const all = await Promise.all([lone, ...rest])
      expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    })
    expect([await placed(), await balanceOf(tabs[0], user)]).toEqual([9, 10_000 - 9 * price])
  })

  /** MongoDB keeps the locks of a killed process’s transaction until its timeout. */
  it('of a killed process holds up its key for seconds only, for the order and for closing', async () => {
    const [orderKey, closedKey] = [key, randomUUID()]
    const crashedClient = await mongoose.connection.getClient().connect()
    const session = crashedClient.startSession()
    try {
      session.startTransaction()
      await crashedClient
        .db(mongoose.connection.name)
        .collection<{ _id: string }>(IdempotencyKeyModel.collection.name)
        .insertMany(
          [orderKey, closedKey].map((one) => ({ _id: idempotencyKeyId(String(user._id), one) })),
          { session },
        )
      const ordering = send()
      key = closedKey
      const heldAt = performance.now()
      expect(await close()).toEqual({ state: 'closed' })
      expect((await ordering).status).toBe(200)
      expect(performance.now() - heldAt).toBeLessThan(15_000)
      expect(codeOf(await send())).toBe('stopped_by_customer')
      expect(await placed()).toBe(1)
    } finally {
      await session.endSession()
    }
  }, 60_000)
})
