import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { AccountModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import type { Model } from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

let service: Service
let order: OrderDoc
beforeAll(async () => {
  service = await startService()
  const [shop, user] = await Promise.all([insertShop(), insertCustomer()])
  await giveMoney(user, 1_000_000)
  const asha = await service.as(user)
  const id = await buy(asha, orderBody(user, shop.diamonds, { paymentmode: 'wallet' }))
  order = (await OrderModel.findById(id).lean<OrderDoc | null>())!
})
afterAll(() => service.stop())

const at = new Date('2026-01-31T10:00:00Z')
const capture = { gatewayId: 'G1', amountPaise: 100, at, allocatedTo: 'purse' }

// biome-ignore lint/suspicious/noExplicitAny: whatever model
type InvalidWrite = { what: string; model: Model<any>; update(): object; says: string }
const invalidWrites: InvalidWrite[] = [
  { what: 'a status', model: OrderModel, update: () => ({ $set: { status: 'Payed' } }), says: 'status' },
  {
    what: 'a kind of pendingReason',
    model: OrderModel,
    update: () => ({ $set: { pendingReason: { kind: 'stuk', since: at, detail: '' } } }),
    says: 'pendingReason.kind',
  },
  {
    what: 'a unit’s state by its path',
    model: OrderModel,
    update: () => ({ $set: { 'units.0.state': 'sendin' } }),
    says: 'units.0.state',
  },
  {
    what: 'the same in a whole unit',
    model: OrderModel,
    update: () => ({ $set: { 'units.0': { ...order.units[0], state: 'sendin' } } }),
    says: 'units.0.state',
  },
  {
    what: 'a payment’s state',
    model: WalletTransactionModel,
    update: () => ({ $set: { 'payment.state': 'payed' } }),
    says: 'payment.state',
  },
  {
    what: 'where money went',
    model: WalletTransactionModel,
    update: () => ({ $set: { 'payment.captures': [capture] } }),
    says: 'payment.captures.0.allocatedTo',
  },
  {
    what: 'what an admin decided',
    model: OrderModel,
    update: () => ({
      $push: { staffActions: { at, by: 'meera', name: 'Meera', action: 'delet', context: {} } },
    }),
    says: 'staffActions.action',
  },
]

it.each(invalidWrites)('refuses $what, which the schema does not allow, and writes nothing', async (one) => {
  const [before] = await one.model.find().limit(1).lean()
  const { _id } = before
  const update = one.model.updateOne({ _id }, one.update())
  await expect(update).rejects.toThrow(`${one.says}: `)
  await expect(one.model.findOneAndUpdate({ _id }, one.update())).rejects.toThrow('is not a valid enum value')
  expect(await one.model.findById(_id).lean()).toEqual(before)
})

it('writes valid values: whole units, single fields, and empty patches', async () => {
  const [unit] = order.units
  const update = { $set: { 'units.0': { ...unit, state: 'unknown' }, pendingReason: null, assignee: null } }
  const after = await OrderModel.findOneAndUpdate({ _id: order._id }, update, { returnDocument: 'after' })
  expect(after?.toObject()).toMatchObject({ units: [{ ...unit, state: 'unknown' }], pendingReason: null })
})

it('applies the schema of supplier accounts too', async () => {
  const batch = { _id: 'SMILEBR', batch: 1, isOpen: true, readAt: at }
  await AccountModel.insertMany([batch])
  const member = { index: 0, attempt: 1, by: 'a', cost: '1', at }
  const joined = AccountModel.updateOne({ _id: batch._id }, { $push: { members: member } })
  await expect(joined).rejects.toThrow('orderId')
})
