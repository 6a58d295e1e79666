import { supplierProducts } from '@jhatpat/shared/contracts/supplier-products.ts'
import { SupplierProductModel, syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'
import { insertTestItem } from '../catalogue/catalogue-factory.ts'

let service: Service
const sixHours = 6 * 3_600_000

beforeAll(async () => {
  service = await startService()
  await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await SupplierProductModel.deleteMany({})
})

const sync = () => syncPriceLists(service.deps)
const packAt = (id: string) => SupplierProductModel.findById(id).lean()
const counted = () => SupplierProductModel.countDocuments()

describe('the price list', () => {
  it('holds what the catalogue’s suppliers list, under the account and their id', async () => {
    await sync()
    expect(await packAt('SMILEBR:13')).toMatchObject({
      ...{ account: 'SMILEBR', page: 'mobilelegends', supplierItemId: '13' },
      ...{ name: 'mobilelegends BR 78&8 Diamond', price: '6.25', unit: 'BRL' },
      ...{ fields: [], inStock: true },
    })
    expect(await packAt('MOOGOLD:428080')).toMatchObject({
      ...{ price: '0.86', unit: 'USD', fields: ['User ID', 'Server'] },
    })
    // Nothing in this catalogue is of the other product pages.
    expect(await packAt('MOOGOLD:1001')).toBeNull()
  })

  it('is not missed where a supplier tells none', async () => {
    const { suppliers } = service.deps
    const forApiType = (apiType: string) => {
      const delivery = suppliers.forApiType(apiType)
      if (delivery?.supplier.name !== 'SMILEPH') return delivery
      const readPriceList = async () => ({ kind: 'not_offered' as const })
      return { ...delivery, supplier: { ...delivery.supplier, readPriceList } }
    }
    await syncPriceLists({ ...service.deps, suppliers: { ...suppliers, forApiType } })
    expect(await packAt('SMILEPH:212')).toBeNull()
    expect(await packAt('SMILEBR:13')).not.toBeNull()
  })

  it('is the same when it is read twice, or by two at once', async () => {
    await Promise.all([sync(), sync()])
    const once = await counted()
    service.clock.advance(sixHours)
    await Promise.all([sync(), sync()])
    expect(await counted()).toBe(once)
  })

  it('is read again only when it has become old', async () => {
    await sync()
    const { syncedAt } = (await packAt('SMILEBR:13'))!
    await service.simulators.control('smileone', {
      next: { outcome: 'http500', call: 'productlist', times: 9 },
    })
    service.clock.advance(sixHours - 60_000)
    await sync()
    expect((await packAt('SMILEBR:13'))?.syncedAt).toEqual(syncedAt)
    service.clock.advance(60_000)
    await expect(sync()).rejects.toThrow(/SMILEBR mobilelegends: .*HTTP 500/)
    await service.simulators.reset('faults')
    await sync()
    expect((await packAt('SMILEBR:13'))!.syncedAt > syncedAt).toBe(true)
  })

  it('stores the lists that could be read, when another could not', async () => {
    await service.simulators.control('smileone', {
      next: { outcome: 'html', call: 'productlist', times: 9 },
    })
    await expect(sync()).rejects.toThrow('SMILEPH')
    expect(await packAt('MOOGOLD:428080')).not.toBeNull()
    expect(await packAt('SMILEPH:212')).toBeNull()
  })

  it('keeps what is no longer listed, out of stock, and takes nothing off for an empty list', async () => {
    await sync()
    const old = { ...(await packAt('SMILEBR:13'))!, _id: 'SMILEBR:gone', supplierItemId: 'gone' }
    await SupplierProductModel.create(old)
    service.clock.advance(sixHours)
    await sync()
    expect((await packAt('SMILEBR:gone'))?.inStock).toBe(false)
    expect((await packAt('SMILEBR:13'))?.inStock).toBe(true)
    expect((await packAt('SMILEBR:gone'))?.goneAt).toEqual(expect.any(Date))
    expect((await packAt('SMILEBR:13'))?.goneAt).toBeNull()
  })

  it('is left as it was where a supplier tells half of it, for a day', async () => {
    await sync()
    const page = { account: 'SMILEBR', page: 'mobilelegends' }
    const all = await SupplierProductModel.find(page).lean()
    await SupplierProductModel.insertMany(
      all.map((pack) => ({ ...pack, _id: `${pack._id}x`, supplierItemId: `${pack.supplierItemId}x` })),
    )
    await SupplierProductModel.create({ ...all[0]!, _id: 'SMILEBR:y', supplierItemId: 'y' })
    service.clock.advance(sixHours)
    await expect(sync()).rejects.toThrow(
      `SMILEBR mobilelegends: The list has ${all.length} of the ${all.length * 2 + 1} products that it had.`,
    )
    expect(await SupplierProductModel.countDocuments({ ...page, goneAt: { $ne: null } })).toBe(0)
    expect((await packAt('SMILEBR:13'))?.syncedAt).toEqual(all[0]?.syncedAt)
    service.clock.advance(4 * sixHours)
    await sync()
    expect(await SupplierProductModel.countDocuments({ ...page, goneAt: { $ne: null } })).toBe(all.length + 1)
  })

  it('stands beside our items: new there, gone there, dearer, and ids of ours that it never had', async () => {
    await sync()
    await SupplierProductModel.updateOne({ _id: 'SMILEBR:13' }, { $set: { price: '6' } })
    await SupplierProductModel.create({
      ...(await packAt('SMILEBR:13'))!,
      ...{ _id: 'SMILEBR:gone', supplierItemId: 'gone' },
    })
    const own = { isApi: true, apiType: 'SMILEBR', id: '13', name: 'Ours' } as const
    const [ours, lost] = [
      await insertTestItem(own),
      await insertTestItem({ ...own, id: '404', name: 'Lost' }),
    ]
    service.clock.advance(sixHours)
    await sync()
    const meera = await service.as(await insertAdmin())
    const { products, unlisted } = await meera.call(supplierProducts)
    const pack = (id: string) => products.find((one) => one.id === id)
    expect(pack('SMILEBR:13')).toMatchObject({
      apiType: 'SMILEBR',
      price: 6.25,
      priceBefore: 6,
      goneAt: null,
    })
    expect(pack('SMILEBR:13')?.items).toContainEqual({ itemid: ours._id, name: 'Ours' })
    expect(pack('SMILEBR:gone')).toMatchObject({ goneAt: expect.any(String), inStock: false, items: [] })
    expect(products.some(({ items }) => items.length === 0)).toBe(true)
    expect(unlisted).toContainEqual({
      ...{ itemid: lost._id, name: 'Lost', account: 'SMILEBR', supplierItemId: '404' },
    })
    service.clock.advance(8 * 4 * sixHours)
    const later = await (await service.as(await insertAdmin())).call(supplierProducts)
    expect(later.products.find(({ id }) => id === 'SMILEBR:13')).not.toHaveProperty('priceBefore')
  })

  it('is read by a worker that starts, once there is something to sell', async () => {
    await service.startAnotherWorkers()
    await until(
      () => packAt('SMILEPH:212'),
      (pack) => pack !== null,
    )
    const schedulers = await service.deps.queues.all.maintenance.getJobSchedulers()
    expect(schedulers.map(({ key, every }) => [key, Number(every)])).toContainEqual([
      'suppliers.sync-price-lists',
      3_600_000,
    ])
  })
})
