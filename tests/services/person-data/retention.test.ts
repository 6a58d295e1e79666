import { erasedText } from '@jhatpat/shared/contracts/erased-text.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { NotificationModel } from '@jhatpat/shared/domain/notifications/index.ts'
import { OrderModel, VaultModel } from '@jhatpat/shared/domain/orders/index.ts'
import { clearOldRecords, PostponedClearingModel } from '@jhatpat/shared/domain/person-data/index.ts'
import {
  collectionsWithoutPersonalData,
  personalCollections,
} from '@jhatpat/shared/domain/person-data/register.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { referenceDay } from '@jhatpat/shared/platform/ids.ts'
import { JobRunModel } from '@jhatpat/shared/platform/job-runs.ts'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buy, orderBody, startTopUp } from '../../support/buying.ts'
import { valuesByPath } from '../../support/full-document.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { fullIds, fullOrder, fullTransaction } from './full-records.ts'

let service: Service
let shop: Shop
let asha: IUser
let person: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
})
beforeEach(async () => {
  asha = await insertCustomer({ name: 'Asha Retained' })
  person = await service.as(asha)
  // A run that has passed a time does not look there for orders that the next test makes.
  await JobRunModel.collection.deleteMany({})
  await PostponedClearingModel.collection.deleteMany({})
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => service.stop())

const clear = (years: number, shutdownSignal?: AbortSignal) =>
  clearOldRecords({
    ...service.deps,
    env: { ...service.deps.env, RETAIN_YEARS: years },
    ...(shutdownSignal && { shutdownSignal }),
  })

const yearsAgo = (years: number, days = 0) => {
  const at = new Date(service.clock.now().getTime() - days * 86_400_000)
  at.setUTCFullYear(at.getUTCFullYear() - years)
  return at
}

/** An order that ended at a time, with texts and a delivered code. */
async function endedOrder(at: Date): Promise<string> {
  const _id = await buy(person, orderBody(asha, shop.diamonds))
  const deliveryId = `${_id}-1`
  await VaultModel.collection.insertOne({
    _id: deliveryId as never,
    keyId: 'k',
    encrypted: ['x'],
    storedAt: at,
  })
  const payment = { gatewayId: 'G', amountPaise: 100, payer: 'asha@upi', at, allocatedTo: 'purchase' }
  await OrderModel.collection.updateOne(
    { _id: _id as never },
    {
      $set: {
        status: 'Failed',
        'due.payment.at': null,
        ended: { at, by: 'system', previous: null },
        input1: 'player-old',
        playerName: 'Ash',
        'payment.captures': [payment],
        vault: [{ deliveryId, secrets: [{ label: 'Code', revealedAt: null }] }],
        notes: [{ id: 'ON1', at, by: 'admin', name: 'Meera', text: 'she called from 9800000001' }],
      },
    },
  )
  return _id
}

const orderOf = (_id: string) => OrderModel.findById(_id).orFail().lean()

it('clears the person from orders that ended before the term, and keeps ids, money and times', async () => {
  const old = await endedOrder(yearsAgo(9, 1))
  const recent = await endedOrder(yearsAgo(9, -1))
  const [before, untouched] = [await orderOf(old), await orderOf(recent)]
  await clear(9)
  const after = await orderOf(old)
  expect(after).toMatchObject({
    customer: { userid: asha.userid, name: erasedText, email: erasedText, mobilenumber: '' },
    input1: erasedText,
    input2: '',
    playerName: '',
    notes: [{ text: erasedText, name: 'Meera' }],
  })
  expect(after.payment?.captures).toEqual([{ ...before.payment?.captures[0], payer: '' }])
  for (const field of [
    '_id',
    'userId',
    'item',
    'product',
    'pricePaise',
    'status',
    'ended',
    'history',
    'updatedAt',
  ] as const)
    expect(after[field], field).toEqual(before[field])
  expect(await orderOf(recent)).toEqual(untouched)
  expect(await VaultModel.findById(`${old}-1`)).toBeNull()
  expect(await VaultModel.findById(`${recent}-1`)).not.toBeNull()
  const text = JSON.stringify(after)
  for (const value of [asha.name, asha.email, asha.mobilenumber, 'player-old', 'asha@upi', '9800000001'])
    expect(text).not.toContain(value)
})

const erasedPaths = (collection: string) =>
  (personalCollections[collection]?.personal ?? []).flatMap(({ about, erasure, fields }) =>
    about === 'customer' && (erasure === 'clear' || erasure === 'replace') ? fields : [],
  )

/** The paths whose values differ. */
function changedPaths(before: object, after: object): string[] {
  const [earlier, later] = [before, after].map((one) => new Map(valuesByPath(one)))
  const paths = [...new Set([...(earlier?.keys() ?? []), ...(later?.keys() ?? [])])]
  return paths
    .filter((path) => JSON.stringify(earlier?.get(path)) !== JSON.stringify(later?.get(path)))
    .toSorted()
}

it('clears every registered value of an order, and nothing but those', async () => {
  const { document, values } = fullOrder(asha._id, yearsAgo(9, 1))
  await OrderModel.collection.insertOne(document as never)
  const before = await orderOf(fullIds.order)
  // Each path has a value, so that one that is cleared without being registered shows.
  const filled = new Set(valuesByPath(before).map(([path]) => path))
  expect(erasedPaths('orders').filter((path) => !filled.has(path))).toEqual([])
  await clear(9)
  const after = await orderOf(fullIds.order)
  expect(changedPaths(before, after)).toEqual([...erasedPaths('orders'), 'clearedAt', 'revision'].toSorted())
  const text = JSON.stringify(after)
  for (const path of erasedPaths('orders')) expect(text, path).not.toContain(JSON.stringify(values.get(path)))
})

it('clears every registered value of a movement of money, and nothing but those', async () => {
  const { document } = fullTransaction(asha._id, yearsAgo(9, 1))
  await WalletTransactionModel.collection.insertOne(document as never)
  const stored = () => WalletTransactionModel.findById(fullIds.transaction).orFail().lean()
  const before = await stored()
  await clear(9)
  expect(changedPaths(before, await stored())).toEqual(
    [...erasedPaths('wallet_transactions'), 'revision'].toSorted(),
  )
})

it('finds every collection of the database in the register', async () => {
  const stored = await mongoose.connection.listCollections()
  const names = stored.map(({ name }) => name).filter((name) => !name.startsWith('system.'))
  const known = [...Object.keys(personalCollections), ...collectionsWithoutPersonalData]
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

it('continues from the last success, and starts anew when the term gets shorter', async () => {
  await clear(5)
  const missed = await endedOrder(yearsAgo(5, 10))
  await clear(5)
  // It ended before the last success already, so that only another term finds it.
  expect((await orderOf(missed)).customer.name).toBe(asha.name)
  await clear(4)
  expect((await orderOf(missed)).customer.name).toBe(erasedText)
  const due = await endedOrder(yearsAgo(4, -2))
  service.clock.advance(3 * 86_400_000)
  await clear(4)
  expect((await orderOf(due)).customer.name).toBe(erasedText)
})

it('clears old movements of money, but none that is open', async () => {
  const [settled, open] = [await startTopUp(person, asha, 100), await startTopUp(person, asha, 100)]
  const old = { createdAt: yearsAgo(3, 1) }
  const set = (_id: string, values: object) =>
    WalletTransactionModel.collection.updateOne({ _id: _id as never }, { $set: { ...old, ...values } })
  await set(settled, { status: 'Failed', note: 'a note', 'due.payment.at': null })
  await set(open, {})
  await clear(3)
  expect(await WalletTransactionModel.findById(settled).lean()).toMatchObject({
    customer: { name: erasedText, email: erasedText, mobilenumber: '' },
    note: '',
    amountPaise: 10_000,
  })
  expect((await WalletTransactionModel.findById(open).orFail().lean()).customer.name).toBe(asha.name)
})

it('deletes notifications after 180 days', async () => {
  const at = service.clock.now()
  const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000)
  const stemOf = (days: number) => referenceDay(daysAgo(days))
  const ids = ['JN', 'JT', 'JW'].flatMap((prefix) =>
    [182, 178].map((days) => `${prefix}${stemOf(days)}AAAAAAAA/kind//mail`),
  )
  const sent = {
    status: 'accepted',
    kind: 'verify',
    ref: 'x',
    channel: 'mail',
    senderId: 'x',
    firstAt: daysAgo(181),
    since: daysAgo(181),
  }
  await NotificationModel.collection.insertMany(ids.map((_id) => ({ ...sent, _id: _id as never })))
  const sentLater = { ...sent, _id: `JT${stemOf(182)}AAAAAAAA/later//mail` as never, since: daysAgo(1) }
  await NotificationModel.collection.insertOne(sentLater)
  await clear(9)
  expect(await NotificationModel.findById(sentLater._id)).not.toBeNull()
  const left = await NotificationModel.find({ _id: { $in: ids } }, { _id: 1 }).lean()
  expect(left.map(({ _id }) => _id).toSorted()).toEqual(
    ids.filter((id) => id.includes(stemOf(178))).toSorted(),
  )
})

describe('an order that changes between the reading and the writing of its clearing', () => {
  /** The next compare-and-set of an order finds it changed by then. */
  function changeFirst(_id: string, update: object): void {
    const write = OrderModel.findOneAndUpdate.bind(OrderModel)
    vi.spyOn(OrderModel, 'findOneAndUpdate').mockImplementationOnce(((...args: Parameters<typeof write>) => ({
      lean: async () => {
        await OrderModel.collection.updateOne({ _id: _id as never }, update)
        return write(...args).lean()
      },
    })) as never)
  }

  it.each([
    ['what a reader sees', { $inc: { revision: 1 }, $set: { reason: 'written meanwhile' } }],
    ['a task', { $inc: { 'due.notify.seq': 1 }, $set: { reason: 'written meanwhile' } }],
  ])('keeps the change of %s, is not half cleared, and is cleared by the next run', async (_what, update) => {
    const _id = await endedOrder(yearsAgo(9, 1))
    const before = await orderOf(_id)
    changeFirst(_id, update)
    await clear(9)
    const { reason, customer, input1, clearedAt } = await orderOf(_id)
    expect({ reason, customer, input1, clearedAt }).toEqual({
      reason: 'written meanwhile',
      customer: before.customer,
      input1: before.input1,
      clearedAt: undefined,
    })
    expect(await VaultModel.findById(`${_id}-1`)).not.toBeNull()
    await clear(9)
    expect(await orderOf(_id)).toMatchObject({ customer: { name: erasedText }, reason: '' })
    expect(await VaultModel.findById(`${_id}-1`)).toBeNull()
  })

  it('stays whole when the deletion of its codes fails', async () => {
    const _id = await endedOrder(yearsAgo(9, 1))
    vi.spyOn(VaultModel, 'deleteMany').mockImplementationOnce(() => {
      throw new Error('no primary')
    })
    await expect(clear(9)).rejects.toThrow('no primary')
    expect(await orderOf(_id)).toMatchObject({ customer: { name: asha.name }, input1: 'player-old' })
    await clear(9)
    expect(await VaultModel.findById(`${_id}-1`)).toBeNull()
  })
})

it('keeps the change of a movement of money that is made while it is cleared', async () => {
  const _id = await startTopUp(person, asha, 100)
  const old = { createdAt: yearsAgo(3, 1), status: 'Failed', 'due.payment.at': null }
  await WalletTransactionModel.collection.updateOne({ _id: _id as never }, { $set: old })
  const write = WalletTransactionModel.updateOne.bind(WalletTransactionModel)
  vi.spyOn(WalletTransactionModel, 'updateOne').mockImplementationOnce((async (
    ...args: Parameters<typeof write>
  ) => {
    const update = { $set: { note: 'written meanwhile' }, $inc: { revision: 1 } }
    await WalletTransactionModel.collection.updateOne({ _id: _id as never }, update)
    return write(...args)
  }) as never)
  const transactionOf = () => WalletTransactionModel.findById(_id).orFail().lean()
  await clear(3)
  expect(await transactionOf()).toMatchObject({ note: 'written meanwhile', customer: { name: asha.name } })
  await clear(3)
  expect(await transactionOf()).toMatchObject({ note: '', customer: { name: erasedText } })
})

describe('what is still open', () => {
  const at = new Date('2026-01-02')
  const ticket = {
    status: 'open',
    issue: 'not_received',
    note: 'it is missing',
    openedAt: at,
    replyDueAt: at,
  }
  const conflict = { kind: 'older_attempt_accepted', at, unit: 'u', attempt: 1, amountPaise: 1 }
  it.each<[string, object, object]>([
    ['a discrepancy', { 'payment.discrepancyAt': at }, { 'payment.discrepancyAt': null }],
    [
      'a supplier conflict',
      { hasSupplierConflict: true, supplierConflicts: [conflict] },
      { hasSupplierConflict: false },
    ],
    [
      'a pack that its supplier still has to report',
      { 'units.0.isFollowedUp': true },
      { 'units.0.isFollowedUp': false },
    ],
    ['a ticket', { ticket: { ...ticket, deadlineAt: at } }, { 'ticket.status': 'resolved' }],
    [
      'a redelivery',
      { redelivery: { orderid: 'JP0', state: 'in_progress', at } },
      { 'redelivery.state': 'arrived' },
    ],
    ...['payment', 'fulfil', 'notify', 'completion'].map((task): [string, object, object] => [
      `the task ${task}`,
      { [`due.${task}.at`]: at },
      { [`due.${task}.at`]: null },
    ]),
  ])('leaves an order with %s, and clears it once that has ended', async (_what, open, ended) => {
    const _id = await endedOrder(yearsAgo(9, 1))
    const set = (values: object) =>
      OrderModel.collection.updateOne({ _id: _id as never }, { $set: values, $inc: { revision: 1 } })
    await set(open)
    const before = await orderOf(_id)
    await clear(9)
    // The next runs begin after the order.
    service.clock.advance(3 * 86_400_000)
    await clear(9)
    expect(await orderOf(_id)).toEqual(before)
    expect(await VaultModel.findById(`${_id}-1`)).not.toBeNull()
    await set(ended)
    await clear(9)
    expect(await orderOf(_id)).toMatchObject({ customer: { name: erasedText }, input1: erasedText })
    expect(await VaultModel.findById(`${_id}-1`)).toBeNull()
    expect(await PostponedClearingModel.findById(_id)).toBeNull()
  })

  it('leaves an order that ended again, until that end is old', async () => {
    const _id = await endedOrder(yearsAgo(9, 1))
    const set = (values: object) =>
      OrderModel.collection.updateOne({ _id: _id as never }, { $set: values, $inc: { revision: 1 } })
    await set({ 'payment.discrepancyAt': at })
    await clear(9)
    const refunded = { at: service.clock.now(), by: 'payments', previous: null }
    await set({ 'payment.discrepancyAt': null, status: 'Refunded', ended: refunded })
    await clear(9)
    expect((await orderOf(_id)).customer.name).toBe(asha.name)
    expect(await PostponedClearingModel.findById(_id)).toBeNull()
  })

  it('clears a top-up once it is settled', async () => {
    const _id = await startTopUp(person, asha, 100)
    const set = (values: object) =>
      WalletTransactionModel.collection.updateOne({ _id: _id as never }, { $set: values })
    const nameOf = async () => (await WalletTransactionModel.findById(_id).orFail().lean()).customer.name
    await set({ createdAt: yearsAgo(9, 1) })
    await clear(9)
    service.clock.advance(3 * 86_400_000)
    await set({ status: 'Failed' })
    await clear(9)
    expect(await nameOf()).toBe(asha.name)
    await set({ 'due.payment.at': null })
    await clear(9)
    expect(await nameOf()).toBe(erasedText)
  })
})

it('ends after its batch when it is stopped, and continues there', async () => {
  const run = 'personal-data.clear-old-records/7'
  const template = await orderOf(await endedOrder(yearsAgo(7, 40)))
  const copies = Array.from({ length: 450 }, (_, index) => ({
    ...template,
    _id: `${template._id}-${String(index).padStart(3, '0')}`,
    vault: [],
    ended: { ...template.ended, at: new Date(yearsAgo(7, 30).getTime() + index) },
  }))
  await OrderModel.collection.insertMany(copies as never[])
  const shutdown = new AbortController()
  const write = OrderModel.findOneAndUpdate.bind(OrderModel)
  vi.spyOn(OrderModel, 'findOneAndUpdate').mockImplementation(((...args: Parameters<typeof write>) => {
    shutdown.abort()
    return write(...args)
  }) as never)
  const cleared = () => OrderModel.countDocuments({ _id: /-\d{3}$/, 'customer.name': erasedText })
  await clear(7, shutdown.signal)
  const [first, progress] = [await cleared(), await JobRunModel.findById(run).lean()]
  expect(first).toBeGreaterThan(100)
  expect(first).toBeLessThan(300)
  expect(progress).toMatchObject({ succeededAt: null })
  const find = vi.spyOn(OrderModel, 'find')
  await clear(7)
  expect(await cleared()).toBe(450)
  expect(find).toHaveBeenCalledWith({
    'ended.at': expect.objectContaining({ $gte: progress?.doneUntil?.orders }),
  })
  expect(progress?.doneUntil?.orders).toEqual(copies[first - 1]?.ended.at)
  expect((await JobRunModel.findById(run).lean())?.succeededAt).not.toBeNull()
})
