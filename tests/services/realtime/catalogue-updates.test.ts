import { randomUUID } from 'node:crypto'
import { createItem, deleteItem, updateItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { updateProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { createPriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import type { ServerEvents } from '@jhatpat/shared/contracts/realtime.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusalOf, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestItem, insertTestProduct } from '../catalogue/catalogue-factory.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type CatalogueUpdate = Parameters<ServerEvents['catalogue.updated']>[0]

it('publishes to every open page within a second which item or product changed, and nothing where none did', async () => {
  const item = await insertTestItem()
  const product = await insertTestProduct({ items: [item._id] })
  const meera = await service.as(await insertAdmin())
  const asha = await service.as(await insertCustomer(), await service.startAnotherApi())
  const socket = await asha.socket()
  const received: CatalogueUpdate[] = []
  socket.on('catalogue.updated', (event) => received.push(event))
  const eventsAfter = async (action: () => Promise<unknown>) => {
    const [before, start] = [received.length, performance.now()]
    await action()
    await until(
      async () => received.length,
      (count) => count > before,
    )
    expect(performance.now() - start).toBeLessThan(1_000)
    return received.at(-1)
  }
  const ofItem = { itemids: [item._id], productids: [] }
  const terms = { price: 105, resellPrice: 104, itemInstock: false }
  const update = () => meera.call(updateItem, { params: { itemId: item._id }, body: terms })
  expect(await eventsAfter(update)).toEqual(ofItem)
  const prices = [{ itemid: item._id, field: 'discountedprice' as const, from: 105, to: 106 }]
  const set = () => meera.call(createPriceChange, { body: { prices }, idempotencyKey: randomUUID() })
  expect(await eventsAfter(set)).toEqual(ofItem)
  const made = {
    name: 'New',
    originalprice: 130,
    discountedprice: 109,
    resellprice: 104,
    imgpath: '/media/a.webp',
  }
  expect(
    await eventsAfter(() => meera.call(createItem, { body: made, idempotencyKey: randomUUID() })),
  ).toEqual({
    itemids: [expect.any(Number)],
    productids: [],
  })
  const body = { _id: product._id, instock: false }
  expect(await eventsAfter(() => meera.call(updateProduct, { body }))).toEqual({
    itemids: [],
    productids: [product._id],
  })
  const before = received.length
  await meera.call(updateProduct, { body })
  await set()
  await refusalOf(
    meera.call(updateItem, { params: { itemId: item._id }, body: { ...terms, price: 1, __v: 0 } }),
  )
  expect(await eventsAfter(() => meera.call(deleteItem, { params: { itemid: item._id } }))).toEqual(ofItem)
  expect(received.length, 'what changed nothing was told').toBe(before + 1)
})
