import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
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

describe('a new SECRET_KEY', () => {
  it('re-encrypts stored secrets, so that the previous key can be removed', async () => {
    const voucher = `FRESH-${randomUUID()}`
    const ofVoucher = { codes: [{ label: 'Code', value: voucher }] }
    const manualOrder = () => buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    await giveMoney(user, 3 * 34_500)
    await decide(await manualOrder(), ofVoucher)
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
      expect(await refusalOf(decide(third, ofVoucher))).toMatchObject({
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
