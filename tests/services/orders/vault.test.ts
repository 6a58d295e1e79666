import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as adminOrders from '@jhatpat/shared/contracts/admin-orders.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import { revealSecret } from '@jhatpat/shared/contracts/vault.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { recordSupplierAnswer } from '@jhatpat/shared/domain/orders/fulfil/record-supplier-answer.ts'
import { OrderModel, reencryptVaults, VaultModel } from '@jhatpat/shared/domain/orders/index.ts'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { secretValue } from '@jhatpat/shared/platform/secret-value.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { balanceOf, buy, ends, giveMoney, look, orderBody, refusalOf, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { redisKeysOf } from '../../support/redis-keys-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person
let written = ''

/** What MooGold's simulator delivers to this player. */
const buyer = '20000010'
const codes = ['X7KQ2-M4TDV-9PRHC', 'B3WZN-8YTR6-KLM2P'] as const
const login = [
  { label: 'E-mail', value: 'sitara.k41@mail.test' },
  { label: 'Password', value: 'kesari-42-mango' },
]
const secrets = [...codes, login[1]!.value]

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { SUPPLIER_TIMEOUT_MS: '600', SUPPLIER_POLL_MS: '40' },
    logTo: {
      write: (index) => {
        written += index
      },
    },
  })
  shop = await insertShop()
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 3 * 34_500)
})

async function codesFromMooGold(): Promise<string> {
  const body = orderBody(user, shop.crystals, { input1: buyer, input2: 'Asia', paymentmode: 'wallet' })
  const id = await buy(asha, body)
  await ends(asha, id, 'Completed')
  return id
}

type DecideInput = BodyInputOf<typeof admin.transitionOrder>

const decide = (id: string, body: Partial<DecideInput>, key: string = randomUUID()) =>
  meera.call(admin.transitionOrder, {
    params: { id },
    body: { to: 'Completed', version: 1, ...body },
    idempotencyKey: key,
  })

async function deliverLogin(): Promise<string> {
  const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
  await decide(id, { codes: login })
  return id
}

const reveal = (id: string, index: number, who = asha) =>
  who.call(revealSecret, { body: { client_txn_id: id, secret: index } })
const stored = async (id: string) => (await OrderModel.findById(id).lean())!
const rows = (id: string) => auditRows({ target: `order:${id}`, action: 'secret.reveal' })

describe('delivered codes and logins', () => {
  it('are revealed to their owner one by one, and each reveal is recorded', async () => {
    const id = await codesFromMooGold()
    expect((await look(asha, id)).vault).toEqual([{ label: 'Code' }, { label: 'Code' }])
    expect(await reveal(id, 0)).toMatchObject({ label: 'Code', value: codes[0], reveals: [{ secret: 0 }] })
    const { vault } = await look(asha, id)
    expect(vault).toEqual([{ label: 'Code', revealedAt: expect.any(String) }, { label: 'Code' }])
    service.clock.advance(1_000)
    const { value, reveals } = await reveal(id, 1)
    expect(value).toBe(codes[1])
    expect(reveals.map(({ secret }) => secret)).toEqual([1, 0])
    service.clock.advance(1_000)
    await reveal(id, 0)
    expect(await rows(id)).toHaveLength(3)
    expect(await rows(id)).toContainEqual(
      expect.objectContaining({ action: 'secret.reveal', by: { userId: String(user._id), name: user.name } }),
    )
    expect((await look(asha, id)).vault).toEqual([
      vault![0],
      { label: 'Code', revealedAt: expect.any(String) },
    ])
  })

  it('are not revealed after their vault was deleted, which is said', async () => {
    const id = await deliverLogin()
    await VaultModel.deleteMany({
      _id: { $in: (await stored(id)).vault.map(({ deliveryId }) => deliveryId) },
    })
    expect(await refusalOf(reveal(id, 0))).toMatchObject({
      status: 409,
      code: 'secrets_deleted',
      message: 'What this order delivered was deleted with its personal data. It can’t be shown any more.',
    })
    expect(await rows(id)).toEqual([])
  })

  it('are stored once by many concurrent reports of the delivery', async () => {
    const id = await codesFromMooGold()
    const { _id: ref, encrypted: sealed } = (await VaultModel.findOne({ _id: new RegExp(`^${id}`) }).lean())!
    const open = {
      status: 'Processing',
      vault: [],
      'units.0.state': 'sending',
      ended: null,
      // Its points were given, and are not compared.
      points: null,
    } as const
    await OrderModel.updateOne({ _id: id }, { $set: open })
    const order = await stored(id)
    const supplierOrderId = order.units[0]!.supplierOrderId
    const answer = { kind: 'delivered', supplierOrderId, codes: secretValue(codes) } as const
    const unit = order.units[0]!
    const results = await Promise.all(
      Array.from({ length: 6 }, () =>
        recordSupplierAnswer(service.deps, order, {
          index: 0,
          unit,
          supplier: { evidence: 'lookup' },
          answer,
        }),
      ),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    expect((await stored(id)).vault).toHaveLength(1)
    expect(await VaultModel.find({ _id: new RegExp(`^${id}`) }).lean()).toMatchObject([
      { _id: ref, encrypted: sealed },
    ])
  })

  it('are stored also when an admin recorded the unit as delivered before the supplier did', async () => {
    await service.simulators.control('moogold', { statuses: ['processing', 'incorrect-details'] })
    const body = orderBody(user, shop.crystals, { input1: buyer, input2: 'Asia', paymentmode: 'wallet' })
    const id = await buy(asha, body)
    const pending = await until(
      () => stored(id),
      (one) => one.pendingReason?.kind === 'supplier_review',
    )
    const { ref, attempt, supplierOrderId } = pending.units[0]!
    const takeAsDelivered = () =>
      meera.call(admin.resolveUnit, {
        params: { id },
        body: { unit: ref, attempt, answer: 'delivered' },
        idempotencyKey: randomUUID(),
      })
    // Polls of the supplier continue meanwhile, and each is a change.
    await until(
      () => takeAsDelivered().then(Boolean, () => false),
      (isTaken) => isTaken,
    )
    expect(await look(asha, id)).not.toHaveProperty('vault')
    await service.simulators.control('moogold', {
      setStatus: { order_id: Number(supplierOrderId), status: 'completed' },
    })
    service.clock.advance(5 * 60_000)
    await until(
      () => look(asha, id),
      (order) => order.vault?.length === 2,
    )
    expect((await reveal(id, 1)).value).toBe(codes[1])
  })
})

describe('codes that an admin delivers', () => {
  it('are stored with Completed, once per key, and revealed by their owner', async () => {
    const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const key = randomUUID()
    const [first, again] = [await decide(id, { codes: login }, key), await decide(id, { codes: login }, key)]
    expect(again).toEqual(first)
    expect(first.vault).toEqual([{ label: 'E-mail' }, { label: 'Password' }])
    expect((await reveal(id, 1)).value).toBe(login[1]!.value)
    expect((await stored(id)).vault).toHaveLength(1)
  })

  it('of two admins at the same time are stored once', async () => {
    const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const lines = ['one', 'two'].map((value) => [{ label: 'PIN', value }])
    const done = await Promise.allSettled(lines.map((codes) => decide(id, { codes })))
    const won = done.findIndex(({ status }) => status === 'fulfilled')
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await reveal(id, 0)).value).toBe(['one', 'two'][won])
    expect(await VaultModel.countDocuments({ _id: new RegExp(`^${id}`) })).toBe(1)
  })

  it('are refused with another status, and nothing is stored then', async () => {
    const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    expect(await refusalOf(decide(id, { to: 'Cancelled', codes: login }))).toMatchObject({
      code: 'invalid_request',
      field: 'codes',
    })
    expect((await stored(id)).status).toBe('Processing')
    expect(await VaultModel.countDocuments({ _id: new RegExp(`^${id}`) })).toBe(0)
  })
})

const manualOrder = () => buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
const codeLines = (...values: string[]) => values.map((value) => ({ label: 'Code', value }))
/** A code that no other test uses. */
const freshCode = () => `FRESH-${randomUUID()}`

describe('a code that was delivered before', () => {
  it('is refused with its order and day, however it is typed, and nothing is stored', async () => {
    const code = freshCode()
    const [first, second] = [await manualOrder(), await manualOrder()]
    await decide(first, { codes: codeLines(code) })
    const again = code.toLowerCase().replaceAll('-', ' ')
    expect(await refusalOf(decide(second, { codes: codeLines(freshCode(), again) }))).toMatchObject({
      status: 409,
      code: 'code_delivered',
      field: 'codes',
      reply: expect.objectContaining({ orderid: first }),
      message: expect.stringMatching(
        `^Code 2 was already delivered with order ${first} on \\d+ \\w+ \\d{4}. Use another code.$`,
      ),
    })
    expect((await stored(second)).status).toBe('Processing')
    expect(await VaultModel.countDocuments({ _id: new RegExp(`^${second}`) })).toBe(0)
  })

  it('is refused when it is added later, and when it is entered twice', async () => {
    const code = freshCode()
    const [first, second] = [await manualOrder(), await manualOrder()]
    await decide(first, { codes: codeLines(code) })
    const twice = freshCode()
    expect(await refusalOf(decide(second, { codes: codeLines(twice, twice) }))).toMatchObject({
      code: 'code_delivered',
      message: 'Codes 1 and 2 are the same. Use another code.',
    })
    await decide(second, {})
    const later = meera.call(adminOrders.deliverCodesLater, {
      params: { id: second },
      body: { codes: codeLines(code) },
      idempotencyKey: randomUUID(),
    })
    expect(await refusalOf(later)).toMatchObject({
      code: 'code_delivered',
      reply: expect.objectContaining({ orderid: first }),
    })
    expect((await stored(second)).vault).toEqual([])
  })

  it('is delivered with one of two orders that two admins complete at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const code = freshCode()
      await giveMoney(user, 2 * 34_500)
      const ids = [await manualOrder(), await manualOrder()]
      const done = await Promise.allSettled(ids.map((id) => decide(id, { codes: codeLines(code) })))
      expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const lost = done.findIndex(({ status }) => status === 'rejected')
      expect(done[lost]).toMatchObject({ reason: { code: 'code_delivered' } })
      expect((await stored(ids[lost]!)).status).toBe('Processing')
    }
  })

  it('is available again when the completion is undone', async () => {
    const code = freshCode()
    const [first, second] = [await manualOrder(), await manualOrder()]
    await decide(first, { codes: codeLines(code), undoable: true })
    await meera.call(adminOrders.undoCompletion, {
      params: { id: first },
      body: {},
      idempotencyKey: randomUUID(),
    })
    expect(await decide(second, { codes: codeLines(code) })).toMatchObject({ status: 'Completed' })
  })

  it('is refused also when a supplier delivered it', async () => {
    await codesFromMooGold()
    const id = await manualOrder()
    expect(await refusalOf(decide(id, { codes: codeLines(codes[0]) }))).toMatchObject({
      code: 'code_delivered',
    })
  })

  it('is accepted as a part of a login, which several orders may share', async () => {
    const [first, second] = [await deliverLogin(), await deliverLogin()]
    expect((await stored(first)).status).toBe('Completed')
    expect((await stored(second)).status).toBe('Completed')
  })
})

describe('a customer’s codes', () => {
  it('cannot be revealed by another customer or an admin, and no reveal is recorded', async () => {
    const id = await codesFromMooGold()
    const other = await service.as(await insertCustomer())
    for (const who of [other, meera]) {
      expect(await refusalOf(reveal(id, 0, who))).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(await refusalOf(reveal(id, 2))).toMatchObject({ status: 404 })
    expect(await rows(id)).toEqual([])
    expect((await stored(id)).vault[0]!.secrets[0]!.revealedAt).toBeNull()
  })

  it('are not found in the database, in Redis, in the log or in an order’s replies', async () => {
    const [id, manualId] = [await codesFromMooGold(), await loginOfAnother()]
    await reveal(id, 0)
    const answer = JSON.stringify(await look(asha, id))
    expect(answer).toContain('"label":"Code"')
    const places = { database: await wholeDatabase(), redis: await dumpRedis(), log: written, page: answer }
    for (const [place, text] of Object.entries(places)) {
      expect(text.includes(id), `${place} is about the order`).toBe(true)
      for (const secret of secrets) expect(text.includes(secret), `${secret} in the ${place}`).toBe(false)
    }
    expect(places.database).toContain(manualId)
    expect(written).toContain('supplier’s answer')
  })

  async function loginOfAnother(): Promise<string> {
    await giveMoney(user, 34_500)
    return deliverLogin()
  }
})

describe('a refund', () => {
  it('of revealed codes is refused until the admin confirms that they know', async () => {
    const id = await deliverLogin()
    await reveal(id, 1)
    const { version } = await stored(id)
    expect(await refusalOf(decide(id, { to: 'Refunded', version }))).toMatchObject({ code: 'code_revealed' })
    expect(await balanceOf(asha, user)).toBe(2 * 345)
    expect(await decide(id, { to: 'Refunded', version, codeRevealed: true })).toMatchObject({
      status: 'Refunded',
    })
    expect(await refusalOf(reveal(id, 1))).toMatchObject({ status: 409, code: 'secrets_unavailable' })
  })

  it('in the middle of a first reveal refuses the reveal', async () => {
    const id = await deliverLogin()
    const { version } = await stored(id)
    const findVault = VaultModel.findById.bind(VaultModel)
    const refundFirst = (vault: string) => ({
      lean: async () => {
        await decide(id, { to: 'Refunded', version })
        return findVault(vault).lean()
      },
    })
    vi.spyOn(VaultModel, 'findById').mockImplementationOnce(refundFirst as never)
    expect(await refusalOf(reveal(id, 0))).toMatchObject({ code: 'secrets_unavailable' })
    expect(await rows(id)).toEqual([])
    expect(await stored(id)).toMatchObject({ status: 'Refunded' })
  })

  it('and a first reveal race, and one of them is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await deliverLogin()
      const { version } = await stored(id)
      const [revealed, refunded] = await Promise.allSettled([
        reveal(id, 0),
        decide(id, { to: 'Refunded', version }),
      ])
      expect([revealed.status, refunded.status].sort()).toEqual(['fulfilled', 'rejected'])
      expect((await stored(id)).status).toBe(refunded.status === 'fulfilled' ? 'Refunded' : 'Completed')
      expect(await rows(id)).toHaveLength(revealed.status === 'fulfilled' ? 1 : 0)
      await giveMoney(user, 34_500)
    }
  })
})

describe('a code that is replaced', () => {
  const replace = (
    id: string,
    body: Partial<BodyInputOf<typeof adminOrders.replaceCode>> & { revision: number },
    who = meera,
  ) =>
    who.call(adminOrders.replaceCode, {
      params: { id },
      body: { secret: 0, value: freshCode(), reason: 'Was used already', ...body },
      idempotencyKey: randomUUID(),
    })
  const withCodes = async (...values: string[]) => {
    const id = await manualOrder()
    const { revision } = await decide(id, { codes: codeLines(...values) })
    return { id, revision }
  }

  it('is revealed as the new one, and the reason is recorded', async () => {
    const [first, second, next] = [freshCode(), freshCode(), freshCode()]
    const { id, revision } = await withCodes(first, second)
    const after = await replace(id, { secret: 1, value: next, revision })
    expect(after.staffActions[0]).toMatchObject({
      action: 'replace_code',
      name: 'Meera',
      reason: 'Code 2: Was used already',
    })
    expect(after.vault).toEqual([{ label: 'Code' }, { label: 'Code', replacedAt: expect.any(String) }])
    expect((await reveal(id, 1)).value).toBe(next)
    expect((await reveal(id, 0)).value).toBe(first)
    expect(await auditRows({ target: `order:${id}`, action: 'order.replace_code' })).toHaveLength(1)
  })

  it('is not replaced after it was viewed, or by a code that was delivered before', async () => {
    const used = freshCode()
    await withCodes(used)
    const { id, revision } = await withCodes(freshCode(), freshCode())
    expect(await refusalOf(replace(id, { value: used, revision }))).toMatchObject({ code: 'code_delivered' })
    await reveal(id, 0)
    const seen = (await stored(id)).revision
    expect(await refusalOf(replace(id, { revision: seen }))).toMatchObject({ code: 'code_revealed' })
    expect(await replace(id, { secret: 1, revision: seen })).toMatchObject({ status: 'Completed' })
  })

  it('is replaced by one of two admins at the same moment', async () => {
    const imran = await service.as(await insertAdmin({ name: 'Imran' }))
    const { id, revision } = await withCodes(freshCode())
    const values = [freshCode(), freshCode()]
    const done = await Promise.allSettled([
      replace(id, { value: values[0]!, revision }),
      replace(id, { value: values[1]!, revision }, imran),
    ])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const won = done.findIndex(({ status }) => status === 'fulfilled')
    expect((await reveal(id, 0)).value).toBe(values[won])
  })

  it('is returned by a reveal in the middle of which it is replaced', async () => {
    const next = freshCode()
    const { id, revision } = await withCodes(freshCode())
    const findVault = VaultModel.findById.bind(VaultModel)
    const replaceAfterwards = (vault: string) => ({
      lean: async () => {
        const read = await findVault(vault).lean()
        await replace(id, { value: next, revision })
        return read
      },
    })
    vi.spyOn(VaultModel, 'findById').mockImplementationOnce(replaceAfterwards as never)
    expect((await reveal(id, 0)).value).toBe(next)
    expect(await rows(id)).toHaveLength(1)
  })

  it('is refused for an order that was refunded', async () => {
    const { id } = await withCodes(freshCode())
    const { version } = await stored(id)
    const { revision } = await decide(id, { to: 'Refunded', version })
    expect(await refusalOf(replace(id, { revision }))).toMatchObject({ code: 'transition_not_allowed' })
  })
})

describe('a new SECRET_KEY', () => {
  it('re-encrypts stored secrets, so that the previous key can be removed', async () => {
    const voucher = freshCode()
    await giveMoney(user, 3 * 34_500)
    await decide(await manualOrder(), { codes: codeLines(voucher) })
    const id = await deliverLogin()
    const { env } = service.deps
    const before = env.SECRET_KEY
    const now = Buffer.alloc(32, 7).toString('base64')
    Object.assign(env, { SECRET_KEY: now, SECRET_KEY_PREVIOUS: before })
    try {
      expect((await reveal(id, 1)).value).toBe(login[1]!.value)
      await reencryptVaults(env)
      Object.assign(env, { SECRET_KEY_PREVIOUS: '' })
      expect((await reveal(id, 1)).value).toBe(login[1]!.value)
      const third = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
      expect(await refusalOf(decide(third, { codes: codeLines(voucher) }))).toMatchObject({
        code: 'code_delivered',
      })
      const part = { _id: `${id}-hand` }
      const { encrypted } = (await VaultModel.findOne(part).lean())!
      await VaultModel.updateOne(part, { $set: { encrypted: encrypted.toReversed() } })
      expect(await refusalOf(reveal(id, 1))).toMatchObject({ status: 500 })
    } finally {
      Object.assign(env, { SECRET_KEY: before, SECRET_KEY_PREVIOUS: '' })
    }
  })
})

async function wholeDatabase(): Promise<string> {
  const names = (await mongoose.connection.listCollections()).map(({ name }) => name)
  const all = names.map((name) => {
    // A scan of a growing collection is reported at the end.
    const how = name === 'system.profile' ? {} : { hint: { _id: 1 } as const }
    return mongoose.connection.collection(name).find({}, how).toArray()
  })
  return JSON.stringify(await Promise.all(all))
}

async function dumpRedis(): Promise<string> {
  const { redis, env } = service.deps
  const keys = await redisKeysOf(redis, env.QUEUE_PREFIX)
  return JSON.stringify(await Promise.all(keys.map((key) => redisValue(redis, key))))
}

/** The stored bytes: a dump would be compressed, and hide its content. */
async function redisValue(redis: RedisClient, key: string): Promise<unknown> {
  const type = await redis.type(key)
  if (type === 'string') return redis.get(key)
  if (type === 'hash') return redis.hgetall(key)
  if (type === 'list') return redis.lrange(key, 0, -1)
  if (type === 'set') return redis.smembers(key)
  if (type === 'zset') return redis.zrange(key, '0', '-1')
  if (type === 'stream') return redis.xrange(key, '-', '+')
  // The key expired since it was found.
  expect(type, key).toBe('none')
  return null
}
