import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy, orderBody, pay, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ workers: true })
  shop = await insertShop()
  user = await insertCustomer()
  asha = await service.as(user)
})
afterAll(() => service.stop())

/** MongoDB keeps the locks of a killed process’s transaction until its timeout. */
it('an order that a killed process locked in a transaction is free again within seconds', async () => {
  const id = await buy(asha, orderBody(user, shop.manual))
  const crashedClient = await mongoose.connection.getClient().connect()
  const session = crashedClient.startSession()
  try {
    session.startTransaction()
    await crashedClient
      .db(mongoose.connection.name)
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: id }, { $set: { reason: 'half done' } }, { session })
    const heldAt = performance.now()
    await pay(service, id)
    await until(
      () => OrderModel.findById(id),
      (order) => order?.status === 'Processing',
    )
    const heldMs = performance.now() - heldAt
    expect(heldMs).toBeGreaterThan(1_000)
    expect(heldMs).toBeLessThan(15_000)
    expect((await OrderModel.findById(id))?.reason).toBe('')
  } finally {
    await session.endSession()
  }
}, 120_000)
