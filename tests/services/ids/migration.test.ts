import {
  findCallerBySession,
  findUser,
  findUserByEmail,
  findUserByMobile,
  SessionModel,
  UserModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { listProducts } from '@jhatpat/shared/domain/catalogue/index.ts'
import { planUnits } from '@jhatpat/shared/domain/fulfilment/index.ts'
import { fillLastSeen } from '@jhatpat/shared/domain/migrate-last-seen.ts'
import { fillPriceSets } from '@jhatpat/shared/domain/migrate-price-sets.ts'
import { migrations } from '@jhatpat/shared/domain/migrations.ts'
import { NoticeModel } from '@jhatpat/shared/domain/notifications/index.ts'
import { listOrders, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { listRequests } from '@jhatpat/shared/domain/users/index.ts'
import {
  LedgerModel,
  listMovements,
  MovementModel,
  verifyLedger,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { IdempotencyKeyModel, idempotencyKeyId } from '@jhatpat/shared/platform/idempotency-model.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'
import { asha, fillOldShape, rowsOfPacks } from './old-shape.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function startOver(): Promise<void> {
  await mongoose.connection.dropDatabase()
  await fillOldShape()
}

const [unitOfNow = {}] = planUnits('JP261120PLAINONE', ['13'])

const collections = async () =>
  (await mongoose.connection.listCollections())
    .map(({ name }) => name)
    .filter((name) => name !== 'migrations')

/**
 * Optional fields: a former admin is an owner, and other users have no staff role; redelivered orders had all units; no
 * user has a contact change; no session has a proof.
 */
const mayLack = new Set([
  'isVouched',
  'officeRole',
  'packsOfFirst',
  'stamps',
  'contactChange',
  'officeSince',
  'ownerUntil',
  'provenAt',
])

describe('a shop of before, brought up to date', () => {
  let ran: string[]
  beforeAll(async () => {
    await startOver()
    ran = await migrate(migrations)
  })

  it('gives each document of an old shop the id that makes it unique, and loses none', async () => {
    expect(ran).toContain('0002-own-ids')
    expect((await listOrders(String(asha), {})).map(({ orderid }) => orderid)).toEqual([
      'JP261120PLAINONE',
      'JP261120KEYORDER',
    ])
    expect((await listMovements(String(asha), {})).map(({ txnid }) => txnid)).toEqual([
      'JW261120AAAAAAAA',
      'JT261120KEYTOPUP',
    ])
    const order = await mongoose.connection.collection<{ _id: string }>('orders').findOne({
      _id: 'JP261120PLAINONE',
    })
    expect(order).toMatchObject({
      status: 'Processing',
      due: { swept: 2 },
      product: { productid: 'mobile-legends' },
    })
    for (const gone of ['orderid', 'idempotencyKey', 'product.id']) expect(order).not.toHaveProperty(gone)
    expect((await LedgerModel.find().distinct('_id')).sort()).toEqual([
      'order_debit:JP261120KEYORDER',
      'topup:JT261120KEYTOPUP/4055',
    ])
    expect((await verifyLedger()).faults).toEqual([])
    expect(await NoticeModel.findById('JP261120KEYORDER/order_completed//sms').lean()).toMatchObject({
      status: 'accepted',
    })
    expect((await findUserByEmail('asha@x.test'))?._id).toEqual(asha)
    expect((await findUser('u7k2mdx4'))?._id).toEqual(asha)
    expect((await listProducts()).map(({ productid }) => productid)).toEqual(['zebra-first', 'apple-second'])
    const { caller } = await findCallerBySession('h'.repeat(43), new Date())
    expect(caller).toMatchObject({ userId: String(asha), name: 'Asha', role: 'user' })
  })

  it('keeps the keys of callers, with the id of what they made', async () => {
    const find = (key: string) => IdempotencyKeyModel.findById(idempotencyKeyId(String(asha), key)).lean()
    expect(await find('a-key-of-asha')).toMatchObject({
      ...{ route: 'POST /order/createOrder', requestHash: 'the-request', ref: '261120KEYORDER' },
      ...{ state: 'answered', status: 200, reply: '{"first":true}' },
    })
    expect(await find('a-key-that-failed')).toMatchObject({ state: 'running', ref: expect.any(String) })
    expect(await IdempotencyKeyModel.countDocuments()).toBe(2)
  })

  it.each([
    ['order', OrderModel],
    ['top-up', MovementModel],
    ['user', UserModel],
    ['session', SessionModel],
  ] as const)('leaves no %s of before without a field that such a one has now', async (_what, model) => {
    const fields = new Set(Object.keys(model.schema.paths).map((path) => path.split('.')[0] as string))
    const old = await model.collection.find({}).toArray()
    expect(old.length).toBeGreaterThan(0)
    for (const document of old) {
      const missing = [...fields].filter((field) => !(field in document) && !mayLack.has(field))
      expect(missing).toEqual([])
      for (const unit of document.units ?? [])
        expect(Object.keys(unit).sort()).toEqual(Object.keys(unitOfNow).sort())
    }
  })

  it('leaves no index that makes something else than the _id unique', async () => {
    const names = await collections()
    expect(names.length).toBeGreaterThanOrEqual(13)
    for (const name of names) {
      const unique = (await mongoose.connection.collection(name).indexes()).filter((index) => index.unique)
      expect(unique, name).toEqual([])
    }
    expect((await OrderModel.collection.indexes()).map(({ name }) => name)).not.toContain(
      'customer_newest_first',
    )
  })
})

describe('a shop that had something more before', () => {
  beforeEach(startOver)

  it('gives a number that two users of before share to the one whose e-mail is proved', async () => {
    await migrate(migrations.filter(({ id }) => id < '0010'))
    const users = mongoose.connection.collection('users')
    const { _id, ...person } = (await users.findOne({ _id: asha }))!
    const shared = { ...person, mobilenumber: '9000000009' }
    await users.insertMany([
      { ...shared, userid: 'u7k2mdx5', email: 'older@x.test', verified: false },
      { ...shared, userid: 'u7k2mdx6', email: 'proved@x.test', verified: true },
    ])
    await migrate(migrations)
    expect((await findUserByMobile('9000000009'))?.email).toBe('proved@x.test')
    expect((await findUserByMobile('9000000001'))?._id).toEqual(asha)
  })

  it('tells when people of before were last here, as far as their sessions are there to tell', async () => {
    const users = mongoose.connection.collection('users')
    const sessions = mongoose.connection.collection('sessions')
    const [ravi, last] = [new mongoose.Types.ObjectId(), new Date('2026-11-21T10:00:00Z')]
    await users.insertOne({ _id: ravi })
    const used = [new Date(0), last, new Date(1)]
    await sessions.insertMany(used.map((lastUsedAt, n) => ({ userId: asha, tokenHash: `t${n}`, lastUsedAt })))
    for (const _again of [1, 2]) await fillLastSeen()
    const seen = (await users.find({ _id: { $in: [asha, ravi] } }).toArray()).map((one) => [
      one._id,
      one.lastSeenAt,
    ])
    expect(seen).toEqual([
      [asha, last],
      [ravi, null],
    ])
  })

  it('gives sets of prices of before no costs and nothing held, and leaves those of now as they are', async () => {
    type Stored = { _id: string; [field: string]: unknown }
    const sets = mongoose.connection.collection<Stored>('price_sets')
    const price = { itemid: 1001, field: 'discountedPaise', fromPaise: 34_500, toPaise: 33_000 }
    const known = { ...price, costPaise: 30_000, endCostPaise: 32_000 }
    const ofNow = { _id: 'JC261121OFNOW', prices: [known], asksOnCost: true, held: 'waiting' }
    const before = { _id: 'JC261120BEFORE', prices: [price, { ...price, itemid: 1002 }], state: 'applied' }
    await sets.insertMany([before, ofNow])
    for (const _again of [1, 2]) {
      await fillPriceSets()
      const unknown = { costPaise: null, endCostPaise: null }
      expect(await sets.findOne({ _id: before._id })).toEqual({
        ...{ ...before, asksOnCost: false, held: 'none' },
        prices: before.prices.map((one) => ({ ...one, ...unknown })),
      })
      expect(await sets.findOne({ _id: ofNow._id })).toEqual(ofNow)
    }
  })

  it('names the unit in what was decided about it and what contradicts its end', async () => {
    await migrate(migrations.filter(({ id }) => id < '0007'))
    const orders = mongoose.connection.collection<{ _id: string } & Partial<typeof rowsOfPacks>>('orders')
    await orders.updateOne({ _id: 'JP261120PLAINONE' }, { $set: rowsOfPacks })
    const untouched = await orders.findOne({ _id: 'JP261120KEYORDER' })
    await migrate(migrations.filter(({ id }) => id < '0008'))
    const named = ({ pack, ...row }: { pack?: string }) => ({ unit: pack, ...row })
    const { decisions, contradictions } = (await orders.findOne({ _id: 'JP261120PLAINONE' }))!
    expect(decisions).toEqual(rowsOfPacks.decisions.map(named))
    expect(contradictions).toEqual(rowsOfPacks.contradictions.map(named))
    expect(await orders.findOne({ _id: 'JP261120KEYORDER' })).toEqual(untouched)
  })

  it('writes on each order when it ended and by whom, from its history', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 31, 10, 0, second))
    const row = (to: string, second: number, by: string) => ({
      version: 1,
      at: at(second),
      from: '',
      to,
      by,
      reason: '',
    })
    const history = [
      row('Processing', 1, 'customer'),
      row('Completed', 5, 'supplier'),
      row('Refunded', 9, 'meera'),
    ]
    const ended = { status: 'Refunded', history }
    await mongoose.connection.collection('orders').updateOne({ orderid: 'JP261120KEYORDER' }, { $set: ended })
    await migrate(migrations)
    expect(await OrderModel.findById('JP261120KEYORDER').lean()).toMatchObject({
      ...{ completedAt: at(5), ended: { at: at(9), by: 'meera' } },
    })
    expect(await OrderModel.findById('JP261120PLAINONE').lean()).toMatchObject({
      completedAt: null,
      ended: null,
    })
  })

  it('tells the balance after each line of before from the ledger, where that explains the whole of it', async () => {
    await migrate(migrations.filter(({ id }) => id < '0026'))
    const later = new Date('2026-11-20T11:00:00Z')
    const debit = { _id: 'order_debit:JP261120KEYORDER' } as object
    await mongoose.connection.collection('ledger').updateOne(debit, { $set: { at: later } })
    const line = { _id: 'JW261120AAAAAAAA' } as object
    await mongoose.connection
      .collection('wallet_transactions')
      .updateOne(line, { $set: { createdAt: later } })
    await migrate(migrations)
    const [second, first] = await listMovements(String(asha), {})
    expect(first).toMatchObject({ txnid: 'JT261120KEYTOPUP', balanceAfter: 500 })
    expect(second).toMatchObject({ balanceAfter: 155, movedAt: later.toISOString() })
  })

  it('leaves the balance out where the ledger of before does not explain it', async () => {
    await migrate(migrations.filter(({ id }) => id < '0026'))
    await mongoose.connection
      .collection('wallets')
      .updateOne({ _id: asha }, { $set: { balancePaise: 15_501 } })
    await migrate(migrations)
    for (const line of await listMovements(String(asha), {})) expect(line).not.toHaveProperty('balanceAfter')
  })

  it('lets a second admin answer what another one had asked for', async () => {
    const request = { _id: 'JW261122REQUEST1', userId: asha, amountPaise: 12_000_00, state: 'waiting' }
    const asked = {
      reason: 'Refund',
      askedBy: { userId: 'a'.repeat(24), name: 'Meera' },
      askedAt: new Date(),
    }
    await mongoose.connection
      .collection<{ _id: string; [field: string]: unknown }>('balance_requests')
      .insertOne({ ...request, ...asked })
    await migrate(migrations)
    expect(await listRequests(service.deps, { role: 'admin', userId: '' })).toMatchObject([
      { id: 'JW261122REQUEST1', kind: 'balance', amount: 12_000 },
    ])
  })

  it('goes on where it was cut off, and finds nothing to do afterwards', async () => {
    const half = [{ _id: 'JP261120KEYORDER', userId: asha, status: 'Completed', createdAt: new Date() }]
    await mongoose.connection.collection('orders').dropIndex('orderid')
    await mongoose.connection.collection<{ _id: string }>('orders').insertMany(half)
    await migrate(migrations)
    expect(await OrderModel.countDocuments()).toBe(2)
    expect(await OrderModel.countDocuments({ _id: { $type: 'string' } })).toBe(2)
    expect(await migrate(migrations)).toEqual([])
  })
})
