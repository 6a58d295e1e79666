import { AccountModel, BalanceModel, planUnits } from '@jhatpat/shared/domain/fulfilment/index.ts'
import { separateCoins } from '@jhatpat/shared/domain/migrate-coins.ts'
import { fillUnitFields } from '@jhatpat/shared/domain/migrate-unit-fields.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { SupplierPackModel } from '@jhatpat/shared/domain/supply/index.ts'
import mongoose, { type Collection } from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { provenCost } from '../../support/known-costs.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const put = ({ collection }: { collection: Collection }, ...documents: object[]) =>
  collection.insertMany(documents as never[])

it('tells lists of Smile.one from its balances, and forgets list prices that stood for coins in open orders', async () => {
  const [{ factor: _f, isCostOpen: _o, ...unit } = {}] = planUnits('JP1', ['13'])
  const order = (_id: string, status: string, apiType: string) => ({
    ...{ _id, status, item: { apiType }, units: [{ ...unit, ref: `${_id}-1`, cost: '6.25' }] },
  })
  await put(
    OrderModel,
    order('JP-open', 'Processing', 'SMILEBR'),
    order('JP-ended', 'Completed', 'SMILEBR'),
    order('JP-dollars', 'Processing', 'MOOGOLDHOK'),
  )
  const pack = { page: 'mlbb', supplierItemId: '13', price: '6.25', unit: 'smile coins' }
  await put(
    SupplierPackModel,
    { ...pack, _id: 'SMILEBR:13', account: 'SMILEBR' },
    { ...pack, _id: 'SMILEPH:212', account: 'SMILEPH', supplierItemId: '212' },
    { ...pack, _id: 'MOOGOLD:7', account: 'MOOGOLD', unit: 'USD' },
  )
  await put(BalanceModel, { _id: 'SMILEBR', unit: 'smile coins' }, { _id: 'MOOGOLD', unit: 'USD' })
  await put(AccountModel, {
    _id: 'SMILEBR',
    group: 3,
    isOpen: true,
    members: [{ orderId: 'JP-open', cost: '6.25' }],
  })

  const migrated = async () => {
    await separateCoins()
    await fillUnitFields()
  }
  await migrated()
  const packs = await SupplierPackModel.find().sort({ _id: 1 }).lean()
  expect(packs.map(({ _id, unit, cost }) => [_id, unit, cost.coins, cost.agreed])).toEqual([
    ['MOOGOLD:7', 'USD', '', 0],
    ['SMILEBR:13', 'BRL', '', 0],
    ['SMILEPH:212', 'PHP', '', 0],
  ])
  const orders = await OrderModel.find().sort({ _id: 1 }).lean()
  expect(orders.map(({ _id, units: [one] }) => [_id, one?.cost, one?.factor, one?.isCostOpen])).toEqual([
    ['JP-dollars', '6.25', 1, false],
    ['JP-ended', '6.25', 1, false],
    ['JP-open', '', 1, true],
  ])
  expect((await BalanceModel.find().sort({ _id: 1 }).lean()).map(({ unit }) => unit)).toEqual([
    'USD',
    'coins',
  ])
  expect((await AccountModel.findById('SMILEBR').lean())?.members).toEqual([{ orderId: 'JP-open' }])

  // What has been learned and drafted since stays when it is run again.
  await SupplierPackModel.updateOne({ _id: 'SMILEBR:13' }, { $set: { cost: provenCost('61.5') } })
  await OrderModel.collection.updateOne({ _id: 'JP-open' as never }, { $set: { 'units.0.cost': '61.5' } })
  await migrated()
  expect((await SupplierPackModel.findById('SMILEBR:13').lean())?.cost.coins).toBe('61.5')
  expect((await OrderModel.findById('JP-open').lean())?.units[0]?.cost).toBe('61.5')
  // With what the database has noted of the queries: a migration reads whole collections.
  await mongoose.connection.dropDatabase()
})
