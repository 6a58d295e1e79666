import * as adminItems from '@jhatpat/shared/contracts/admin-items.ts'
import * as catalogue from '@jhatpat/shared/contracts/catalogue.ts'
import * as calls from '@jhatpat/shared/contracts/suppliers.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { ItemModel, ProductModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel, retryDeferredUnits } from '@jhatpat/shared/domain/orders/index.ts'
import { BalanceModel, syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { brazil, supplierCheckFixture } from './supplier-check-fixture.ts'

let service: Service
let checks: ReturnType<typeof supplierCheckFixture>
let shop: Shop
let meera: Person
let asha: Person
let ashaUser: Awaited<ReturnType<typeof insertCustomer>>

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  await syncPriceLists(service.deps)
  checks = supplierCheckFixture(service)
  meera = await service.as(await insertAdmin())
  ashaUser = await insertCustomer()
  asha = await service.as(ashaUser)
  await giveMoney(ashaUser, 100_000_000)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  await BalanceModel.deleteMany({})
  await OrderModel.deleteMany({})
  await ItemModel.updateMany({}, { $set: { pausedBy: '', pausedAt: null, inStock: true } })
})

/** The diamonds cost 61.5 coins; this sets the account's balance. */
async function setBalance(points: string): Promise<void> {
  await service.simulators.control('smileone', { points: { br: points } })
  await checks.readAndForecast()
}

const diamonds = async () => (await ItemModel.findById(shop.diamonds.item._id).lean())!
const inShop = async () => {
  const [item] = await asha.call(catalogue.itemsOfProduct, {
    params: { productId: shop.diamonds.product._id },
  })
  return item?.inStock
}
const order = () => buy(asha, orderBody(ashaUser, shop.diamonds, { paymentmode: 'wallet' }))
const setStock = async (itemInstock: boolean) => {
  const { _id, discountedPaise, resellPaise, __v } = await diamonds()
  const body = { price: discountedPaise / 100, resellPrice: resellPaise / 100, itemInstock, __v }
  await meera.call(adminItems.updateItem, { params: { itemId: _id }, body })
}
const set = async (more: Partial<{ lowBalanceLevel: string; reserve: string; isAutoPauseOn: boolean }>) => {
  const { settings } = await brazil(meera)
  const body = { lowBalanceLevel: '', reserve: '0', isAutoPauseOn: true, version: settings.version, ...more }
  return meera.call(calls.setSupplier, { params: { account: 'SMILEBR' }, body })
}

describe('an item that its supplier’s balance cannot cover', () => {
  it('is out of stock in the shop, alone, and refused to buyers; and returns by itself', async () => {
    await setBalance('61.49')
    expect(await diamonds()).toMatchObject({ pausedBy: 'balance', inStock: true })
    expect((await ItemModel.find({ pausedBy: 'balance' }).lean()).length).toBe(1)
    expect(await inShop()).toBe(false)
    expect(await refusalOf(order())).toMatchObject({
      code: 'out_of_stock',
      message: 'This item is out of stock.',
    })
    expect((await brazil(meera)).paused).toMatchObject([
      { itemid: shop.diamonds.item._id, name: '86 Diamonds', cost: '61.5', isOverridden: false },
    ])
    // A balance that just covers it does not bring it back yet.
    await setBalance('61.5')
    expect(await inShop()).toBe(false)
    checks.published.length = 0
    await setBalance('67.9')
    expect(await diamonds()).toMatchObject({ pausedBy: '', pausedAt: null })
    expect(checks.published).toContainEqual({
      name: 'catalogue.updated',
      data: [{ itemids: [shop.diamonds.item._id], productids: [] }],
    })
    expect(checks.published).toContainEqual({ name: 'supplier.updated', data: [{ account: 'SMILEBR' }] })
    expect(await inShop()).toBe(true)
    await order()
  })

  it('is paused for the needs of paid orders that wait for the account', async () => {
    await setBalance('123')
    await order()
    await checks.forecast()
    expect(await diamonds()).toMatchObject({ pausedBy: '' })
    await order()
    await checks.forecast()
    expect(await diamonds()).toMatchObject({ pausedBy: 'balance' })
    expect(await brazil(meera)).toMatchObject({
      available: '0',
      waiting: { orders: 2, units: 2, cost: '123' },
    })
  })

  it('is forecast from open orders only, however many have ended', async () => {
    await setBalance('500')
    const [first] = [await order(), await order(), await order()]
    await OrderModel.updateMany({ _id: { $ne: first } }, { $set: { status: 'Completed' } })
    const reads = await queriesOf(OrderModel, () => checks.forecast())
    expect(reads.reduce((sum, { documentsRead }) => sum + documentsRead, 0)).toBe(1)
    expect(reads.filter(({ sortsInMemory }) => sortsInMemory)).toEqual([])
  })

  it('is shown to admins separately from the stock that they set', async () => {
    await setBalance('1')
    const items = await meera.call(adminItems.getAllItems, {})
    const item = items.find(({ itemid }) => itemid === shop.diamonds.item._id)
    expect(item).toMatchObject({ inStock: true, pausedBy: 'balance' })
  })

  it('is not resumed by the balance where an admin has switched it off, nor by an admin where it is paused', async () => {
    await setBalance('1')
    await setStock(false)
    await setStock(true)
    expect(await inShop()).toBe(false)
    await setStock(false)
    await setBalance('50000')
    expect(await diamonds()).toMatchObject({ pausedBy: '', inStock: false })
    expect(await inShop()).toBe(false)
    expect((await refusalOf(order())).code).toBe('out_of_stock')
  })

  it('keeps an edit valid that was begun before the pause', async () => {
    const { __v } = await diamonds()
    await setBalance('1')
    expect((await diamonds()).__v).toBe(__v)
  })

  it('returns when it is changed to manual delivery', async () => {
    await setBalance('1')
    await ItemModel.updateOne({ _id: shop.diamonds.item._id }, { $set: { isApi: false } })
    await checks.forecast()
    expect((await diamonds()).pausedBy).toBe('')
    await ItemModel.updateOne({ _id: shop.diamonds.item._id }, { $set: { isApi: true } })
  })

  it('is sold where an admin delivers the product, without a pause', async () => {
    const { _id } = shop.diamonds.product
    await setBalance('1')
    await ProductModel.updateOne({ _id }, { $set: { isApi: false } })
    expect(await inShop()).toBe(true)
    const id = await order()
    expect((await OrderModel.findById(id).lean())?.delivery).toBe('manual')
    await checks.forecast()
    expect((await diamonds()).pausedBy).toBe('')
    expect((await brazil(meera)).paused).toEqual([])
    await ProductModel.updateOne({ _id }, { $set: { isApi: true } })
  })

  it('is not paused by a balance without readings, or one older than the known purchases', async () => {
    await setBalance('1')
    await checks.forecast({ SUPPLIER_BALANCE_INTERVAL_MS: 0 })
    expect((await diamonds()).pausedBy).toBe('')
    expect(await brazil(meera)).toMatchObject({ available: null })
    await BalanceModel.updateMany(
      {},
      { $set: { readAt: new Date(service.clock.now().getTime() - 49 * 3_600_000) } },
    )
    await checks.forecast()
    expect((await diamonds()).pausedBy).toBe('')
  })

  it('is not paused by a balance in another currency than its price', async () => {
    await checks.readWithAnswer(async () => ({ kind: 'ok', balance: '0', unit: 'USD' }))
    await checks.forecast()
    expect((await diamonds()).pausedBy).toBe('')
  })

  it('is not resumed by an old reading', async () => {
    await setBalance('1')
    await BalanceModel.updateOne({ _id: 'SMILEBR' }, { $set: { amount: '500' } })
    service.clock.advance(6 * 60_000)
    await checks.forecast()
    expect((await diamonds()).pausedBy).toBe('balance')
  })
})

describe('orders that an account has deferred', () => {
  it('are retried oldest first, as far as the account covers them', async () => {
    const ids = [await order(), await order(), await order()]
    for (const [index, _id] of ids.entries()) {
      await OrderModel.updateOne(
        { _id },
        {
          $set: {
            processingAt: new Date(service.clock.now().getTime() - 60_000 + index),
            pendingReason: {
              kind: 'supplier_deferred',
              since: service.clock.now(),
              detail: '',
              needsAction: false,
            },
          },
        },
      )
    }
    const kinds = async () =>
      (await OrderModel.find().sort({ processingAt: 1 }).lean()).map(
        ({ pendingReason }) => pendingReason?.kind,
      )
    expect(
      await retryDeferredUnits(service.deps, 'SMILEBR', { kind: 'supplier_deferred', left: 614_999 }),
    ).toBe(0)
    expect(
      await retryDeferredUnits(service.deps, 'SMILEBR', { kind: 'supplier_deferred', left: 2 * 615_000 }),
    ).toBe(2)
    expect(await kinds()).toEqual(['in_progress', 'in_progress', 'supplier_deferred'])
  })

  it('and whose units have no price are retried while any balance is left, and not without one', async () => {
    const _id = await order()
    const pendingReason = {
      kind: 'supplier_deferred',
      since: service.clock.now(),
      detail: '',
      needsAction: false,
    }
    await OrderModel.updateOne({ _id }, { $set: { 'units.0.cost': '', pendingReason } })
    const tryWith = (left: number) =>
      retryDeferredUnits(service.deps, 'SMILEBR', { kind: 'supplier_deferred', left })
    expect([await tryWith(0), await tryWith(1)]).toEqual([0, 1])
  })
})

describe('an admin', () => {
  it('overrides a pause, until the balance covers the item, with a row in the log', async () => {
    await setBalance('1')
    const params = { itemid: shop.diamonds.item._id }
    await meera.call(calls.overridePause, { params, body: {} })
    await meera.call(calls.overridePause, { params, body: {} })
    await checks.forecast()
    expect(await inShop()).toBe(true)
    expect((await brazil(meera)).paused).toMatchObject([{ isOverridden: true }])
    expect(await AuditModel.find({ action: 'item.override_pause' }).lean()).toMatchObject([
      { before: { pausedBy: 'balance' }, after: { pausedBy: 'overridden' }, target: `item:${params.itemid}` },
    ])
    await setBalance('50000')
    await setBalance('1')
    expect(await inShop()).toBe(false)
  })

  it('keeps a reserve, from which paid orders are served', async () => {
    await setBalance('200')
    await set({ reserve: '150' })
    await checks.forecast()
    expect(await brazil(meera)).toMatchObject({ available: '50', settings: { reserve: '150' } })
    expect((await diamonds()).pausedBy).toBe('balance')
    await set({ reserve: '130' })
    await checks.forecast()
    expect((await diamonds()).pausedBy).toBe('')
    await order()
    await checks.forecast()
    expect((await brazil(meera)).available).toBe('70')
  })

  it('switches pausing off for an account, and all its items are sold again', async () => {
    await setBalance('1')
    await set({ isAutoPauseOn: false })
    await checks.forecast()
    expect(await inShop()).toBe(true)
  })

  it('overwrites no concurrent change, and each change has its row', async () => {
    await AuditModel.collection.deleteMany({ action: 'supplier.update' })
    await setBalance('20')
    const { settings } = await brazil(meera)
    const body = { lowBalanceLevel: '50', reserve: '5', isAutoPauseOn: true, version: settings.version }
    const tries = await Promise.allSettled(
      [body, { ...body, lowBalanceLevel: '70' }].map((one) =>
        meera.call(calls.setSupplier, { params: { account: 'SMILEBR' }, body: one }),
      ),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const rows = await AuditModel.find({ action: 'supplier.update' }).lean()
    expect(rows).toMatchObject([
      {
        target: 'supplier:SMILEBR',
        before: { lowBalanceLevel: '', reserve: '' },
        by: { name: expect.any(String) },
      },
    ])
    await set({ lowBalanceLevel: '50', reserve: '5' })
    await set({ lowBalanceLevel: '50', reserve: '5' })
    expect((await AuditModel.countDocuments({ action: 'supplier.update' })) <= 2).toBe(true)
  })
})
