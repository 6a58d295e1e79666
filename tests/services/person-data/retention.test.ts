import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { NotificationModel } from '@jhatpat/shared/domain/notifications/index.ts'
import { OrderModel, VaultModel } from '@jhatpat/shared/domain/orders/index.ts'
import { clearOldRecords, erasedText } from '@jhatpat/shared/domain/person-data/index.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buy, orderBody, startTopUp } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

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
})
afterAll(() => service.stop())

const clear = (years: number) =>
  clearOldRecords({ ...service.deps, env: { ...service.deps.env, RETAIN_YEARS: years } })

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
  await set(settled, { status: 'Failed', note: 'a note' })
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
  const stemOf = (days: number) =>
    new Date(at.getTime() - days * 86_400_000).toISOString().slice(2, 10).replaceAll('-', '')
  const ids = ['JN', 'JT', 'JW'].flatMap((prefix) =>
    [182, 178].map((days) => `${prefix}${stemOf(days)}AAAAAAAA/kind//mail`),
  )
  const sent = {
    status: 'accepted',
    kind: 'verify',
    ref: 'x',
    channel: 'mail',
    senderId: 'x',
    firstAt: at,
    since: at,
  }
  await NotificationModel.collection.insertMany(ids.map((_id) => ({ ...sent, _id: _id as never })))
  await clear(9)
  const left = await NotificationModel.find({ _id: { $in: ids } }, { _id: 1 }).lean()
  expect(left.map(({ _id }) => _id).toSorted()).toEqual(
    ids.filter((id) => id.includes(stemOf(178))).toSorted(),
  )
})
