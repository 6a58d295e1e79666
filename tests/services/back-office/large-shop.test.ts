import { verifyAudit } from '@jhatpat/shared/domain/audit/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel, recountOrders } from '@jhatpat/shared/domain/orders/index.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listQuestions } from '../../bench/list-questions.ts'
import { fillShop } from '../../large-dataset/fill-shop.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const orders = 4_000
let service: Service

beforeAll(async () => {
  service = await startService()
  await fillShop(orders)
  await recountOrders(service.deps)
}, 240_000)
afterAll(() => service.stop())

it('has a ledger that agrees and an unbroken audit chain', async () => {
  expect(await OrderModel.estimatedDocumentCount()).toBe(orders)
  expect((await verifyLedger()).faults).toEqual([])
  const check = await verifyAudit()
  expect(check).toMatchObject({ waiting: 0, broken: undefined })
  expect(check.entries).toBeGreaterThan(orders / 10)
})

it('answers each query of the benchmark from an index: it reads no more than is shown, without a sort', async () => {
  for (const { name, collection, ask: query } of await listQuestions()) {
    const model = Object.values(mongoose.models).find((one) => one.collection.collectionName === collection)
    let rows = 0
    const queries = await queriesOf(model!, async () => {
      rows = await query()
    })
    expect(queries.length, name).toBeGreaterThan(0)
    expect(
      queries.some(({ sortsInMemory }) => sortsInMemory),
      name,
    ).toBe(false)
    if (name.endsWith('nonsense')) continue
    expect(rows, name).toBeGreaterThan(0)
    const read = queries.reduce((sum, { documentsRead }) => sum + documentsRead, 0)
    if (rows >= 20) expect(read / rows, name).toBeLessThanOrEqual(1.1)
  }
}, 120_000)
