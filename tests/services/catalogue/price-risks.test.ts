import { randomUUID } from 'node:crypto'
import * as itemCalls from '@jhatpat/shared/contracts/admin-items.ts'
import * as calls from '@jhatpat/shared/contracts/price-changes.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { type ItemDoc, ItemModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { applyPriceChange, PriceChangeModel } from '@jhatpat/shared/domain/catalogue-admin/index.ts'
import { SupplierProductModel, supplierProductId } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { provenCost } from '../../support/known-costs.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { passSweepGrace } from '../../support/queue-time.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from '../accounts/account-inbox.ts'
import { insertTestItem } from './catalogue-factory.ts'

let service: Service
let inbox: ReturnType<typeof inboxOf>
let owner: IUser
let meera: Person
let kiran: Person
/** ₹109, for resellers ₹104; its supplier product costs 60 coins, which are ₹85.20. */
let item: ItemDoc

const hourMs = 3_600_000
const soon = { timeout: 15_000 }

beforeAll(async () => {
  service = await startService({ workers: true, env: { SUPPLIER_CURRENCY_PAISE: 'SMILEBR:142' } })
  inbox = inboxOf(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await UserModel.updateMany({ role: 'admin' }, { role: 'user' })
  owner = await insertAdmin({ name: 'Meera Iyer' })
  meera = await service.as(owner)
  kiran = await service.as(await insertAdmin({ name: 'Kiran', staffRole: 'catalogue' }))
  item = await insertTestItem({ isApi: true, apiType: 'SMILEBR', id: randomUUID().slice(0, 8) })
  await costs(60, item.id)
})

const costs = (coins: number, id: string) =>
  SupplierProductModel.updateOne(
    { _id: supplierProductId('SMILEBR', id) },
    {
      $set: { price: String(coins / 10), cost: provenCost(String(coins)), syncedAt: service.clock.now() },
      $setOnInsert: {
        account: 'SMILEBR',
        page: 'mlbb',
        supplierItemId: id,
        name: '86 Diamonds',
        unit: 'BRL',
        fields: [],
        inStock: true,
      },
    },
    { upsert: true },
  )
const stored = async () => (await ItemModel.findById(item._id).lean<ItemDoc>())!
const price = async () => (await stored()).discountedPaise / 100
const alerts = () =>
  inbox
    .mails(owner.email)
    .filter(({ subject }) => subject.includes('price'))
    .map(({ text }) => text.replaceAll('\n', ' '))

const update = async (to: number, who = kiran) =>
  who.call(itemCalls.updateItem, {
    params: { itemId: item._id },
    body: { price: to, resellPrice: 104, itemInstock: true },
  })
async function edit(to: number, who = kiran, more: object = {}) {
  const { name, imgpath, apiType, id } = item
  const prices = { originalprice: 130, discountedprice: to, resellprice: 104 }
  const body = { name, imgpath, apiType, id, isApi: true, inStock: true, ...prices, ...more }
  return who.call(itemCalls.editItem, { params: { itemid: item._id }, body })
}
async function plan(to: number, who = kiran, applyAt?: string) {
  const prices = [{ itemid: item._id, field: 'discountedprice' as const, from: await price(), to }]
  const body = { prices, ...(applyAt && { applyAt }) }
  return (await who.call(calls.createPriceChange, { body, idempotencyKey: randomUUID() })).set
}
async function schedule(to: number, who = kiran) {
  const { id } = await plan(to, who, new Date(+service.clock.now() + hourMs).toISOString())
  const { due } = await PriceChangeModel.findById(id).orFail().lean()
  await applyPriceChange(service.deps, id, due.apply.seq)
}
async function rollBack(to: number, who = kiran) {
  await ItemModel.updateOne({ _id: item._id }, { discountedPaise: to * 100 })
  const { id } = await plan(109, meera)
  const params = { id }
  await who
    .call(calls.rollBackPriceChange, { params, body: {}, idempotencyKey: randomUUID() })
    .catch(() => {})
}
const priceSetters = { update, edit, plan, schedule, rollBack } as const

const pendingChanges = async () =>
  (await kiran.call(calls.priceChanges, { query: { only: 'pending' } })).pending
const decidePendingPrices = async (who: Person) => {
  const [set] = (await pendingChanges()).filter(({ prices }) =>
    prices.some(({ itemid }) => itemid === item._id),
  )
  return who.call(calls.decidePendingPrices, {
    params: { id: set!.id },
    body: { apply: true },
    idempotencyKey: randomUUID(),
  })
}

describe.each(Object.entries(priceSetters))('a price below cost, set by %s', (_way, set) => {
  it('waits for an owner when a catalogue admin sets it, and the price stays', async () => {
    await set(1)
    expect(await price()).toBe(109)
    const [pending] = (await pendingChanges()).filter(({ prices }) =>
      prices.some(({ itemid }) => itemid === item._id),
    )
    expect(pending!.prices).toMatchObject([{ result: 'pending', to: 1, risk: 'below_cost' }])
    passSweepGrace(service)
    await expect.poll(() => alerts().join(), soon).toMatch(/Kiran .*86 Diamonds.*₹109.*₹1\b.*waits/)
    await decidePendingPrices(kiran)
    expect(await price()).toBe(109)
    await decidePendingPrices(meera)
    expect(await price()).toBe(1)
    expect((await stored()).approvedPaise).toMatchObject({ discountedPaise: 100 })
  })

  it('is set and mailed when an owner sets it', async () => {
    await set(1, meera)
    expect(await price()).toBe(1)
    passSweepGrace(service)
    await expect.poll(() => alerts().join(), soon).toMatch(/Meera Iyer .*86 Diamonds.*₹1\b/)
  })
})

describe('a drop of more than 20 % in 24 hours', () => {
  it('waits for an owner; exactly 20 % does not', async () => {
    await costs(1, item.id)
    await update(87.19)
    expect(await price()).toBe(109)
    await update(87.2)
    expect(await price()).toBe(87.2)
  })

  it('is counted over several steps and calls', async () => {
    await costs(1, item.id)
    await update(100)
    await plan(90)
    await edit(87.19)
    expect(await price()).toBe(90)
    service.clock.advance(24 * hourMs + 1)
    kiran = await service.as(await insertAdmin({ staffRole: 'catalogue' }))
    await update(87.19)
    expect(await price()).toBe(87.19)
  })
})

describe('a catalogue admin', () => {
  it('saves the rest of an edit whose price waits, and requests approval once however often it is sent', async () => {
    for (let round = 0; round < 3; round++) {
      const { message, item: saved } = await edit(1, kiran, { name: '86 Gems' })
      expect(message).toBe('Saved, but for the price: an owner has to approve it.')
      expect(saved).toMatchObject({ name: '86 Gems', discountedprice: 109 })
    }
    const pending = (await pendingChanges()).filter(({ prices }) =>
      prices.some(({ itemid }) => itemid === item._id),
    )
    expect(pending).toHaveLength(1)
  })

  it('cannot put a dearer supplier product under a price, or create an item below its cost', async () => {
    const expensive = randomUUID().slice(0, 8)
    await costs(600, expensive)
    expect(await refusalOf(edit(109, kiran, { id: expensive }))).toMatchObject({
      status: 409,
      code: 'price_below_cost',
      field: 'id',
    })
    expect((await stored()).id).toBe(item.id)
    await edit(109, meera, { id: expensive })
    expect((await stored()).id).toBe(expensive)
    const { name, imgpath, apiType } = item
    const prices = { originalprice: 130, discountedprice: 1, resellprice: 1 }
    const body = { name, imgpath, apiType, id: item.id, isApi: true, ...prices }
    const create = (who: Person) => who.call(itemCalls.createItem, { body, idempotencyKey: randomUUID() })
    expect(await refusalOf(create(kiran))).toMatchObject({
      status: 409,
      code: 'price_below_cost',
      field: 'discountedprice',
    })
    await create(meera)
    passSweepGrace(service)
    await expect.poll(() => alerts().length, soon).toBe(2)
  })

  it('raises a price that was below cost', async () => {
    await ItemModel.updateOne({ _id: item._id }, { discountedPaise: 5_000 })
    await update(60)
    expect(await price()).toBe(60)
  })
})

describe('an owner', () => {
  it('sells below cost at each price that they have approved, and keeps the other approval', async () => {
    await update(80, meera)
    const body = { price: 80, resellPrice: 70, itemInstock: true }
    await meera.call(itemCalls.updateItem, { params: { itemId: item._id }, body })
    expect((await stored()).approvedPaise).toEqual({ discountedPaise: 8_000, resellPaise: 7_000 })
    const expensive = randomUUID().slice(0, 8)
    await costs(74, expensive)
    await edit(109, meera, { id: expensive })
    expect((await stored()).approvedPaise).toEqual({ discountedPaise: 8_000, resellPaise: 10_400 })
  })

  it('is mailed once for each price, where an edit lowers one and puts a dearer supplier product under the other', async () => {
    const expensive = randomUUID().slice(0, 8)
    await costs(600, expensive)
    await edit(1, meera, { id: expensive })
    passSweepGrace(service)
    await expect.poll(() => alerts().length, soon).toBe(2)
    const texts = alerts().join()
    expect(texts).toMatch(/86 Diamonds from ₹109 to ₹1 \(below its cost\)/)
    expect(texts).not.toMatch(/at ₹1 /)
    expect(texts).toMatch(/86 Diamonds at ₹104 \(below its cost\)/)
    expect((await stored()).approvedPaise).toEqual({ discountedPaise: 100, resellPaise: 10_400 })
  })
})

describe('an owner whose client can ask for confirmation', () => {
  const save = (confirmed: string) =>
    meera.call(itemCalls.updateItem, {
      params: { itemId: item._id },
      body: { price: 1, resellPrice: 104, itemInstock: true },
      priceConfirmed: confirmed,
    })

  it('types an unusual price once more before it is saved', async () => {
    for (const confirmed of ['ask', '2', 'x,']) {
      const refusal = await refusalOf(save(confirmed))
      expect(refusal).toMatchObject({ status: 409, code: 'price_unconfirmed' })
      expect(refusal.reply).toMatchObject({ name: '86 Diamonds', price: '1', risk: 'below_cost' })
      expect(await price()).toBe(109)
    }
    await save('2,1')
    expect(await price()).toBe(1)
  })

  it('types it when it is scheduled', async () => {
    const prices = [{ itemid: item._id, field: 'discountedprice' as const, from: 109, to: 1 }]
    const body = { prices, applyAt: new Date(+service.clock.now() + hourMs).toISOString() }
    const send = (confirmed: string) =>
      meera.call(calls.createPriceChange, { body, priceConfirmed: confirmed, idempotencyKey: key })
    const key = randomUUID()
    expect(await refusalOf(send('ask'))).toMatchObject({ code: 'price_unconfirmed' })
    expect((await send('1')).set).toMatchObject({ state: 'planned' })
  })
})
