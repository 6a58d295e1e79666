import { randomUUID } from 'node:crypto'
import { createOrder } from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { unpaidIndex } from '@jhatpat/shared/domain/orders/model/order-indexes.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, orderBody, pay, refusalOf, startTopUp } from '../../support/buying.ts'
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
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
})

const order = () => buy(asha, orderBody(user, shop.manual))
const open = async () =>
  (await OrderModel.countDocuments({ userId: user._id })) +
  (await WalletTransactionModel.countDocuments({ userId: user._id }))
const tooMany = { status: 409, code: 'too_many_unpaid' }

describe('unpaid orders and top-ups of one customer', () => {
  it('are limited to ten together; the refusal says what to do and leaves nothing behind', async () => {
    const ids: string[] = []
    for (let count = 0; count < 7; count += 1) ids.push(await order())
    for (let count = 0; count < 3; count += 1) await startTopUp(asha, user, 100)
    const refusal = await refusalOf(order())
    expect(refusal).toMatchObject(tooMany)
    expect(refusal.message).toContain('Pay one, or wait until they expire')
    expect(await refusalOf(startTopUp(asha, user, 100))).toMatchObject(tooMany)
    expect(await open()).toBe(10)
    await pay(service, ids[0]!)
    await ends(asha, ids[0]!, 'Processing')
    expect(await order()).toMatch(/^JP/)
  })

  it('are limited to ten when twenty are requested at once', async () => {
    const body = orderBody(user, shop.manual)
    const replies = await Promise.allSettled(
      Array.from({ length: 20 }, () => asha.call(createOrder, { body, idempotencyKey: randomUUID() })),
    )
    const placed = replies.filter((reply) => reply.status === 'fulfilled')
    expect(placed.length).toBeLessThanOrEqual(10)
    expect(await open()).toBe(placed.length)
    const made = service.simulators.journal('upigateway').filter((entry) => entry.kind === 'created')
    const mine = await OrderModel.find({ userId: user._id }).distinct('_id')
    expect(made.filter((entry) => mine.includes(String(entry.client_txn_id)))).toHaveLength(placed.length)
  })

  it('are counted by an index that contains nothing else', async () => {
    const plans = [
      await OrderModel.find({ userId: user._id, status: 'Created' })
        .hint(unpaidIndex)
        .explain('queryPlanner'),
      await WalletTransactionModel.find({
        userId: user._id,
        status: { $in: ['Created', 'Processing'] },
      }).explain('queryPlanner'),
    ]
    expect(JSON.stringify(plans[0])).toContain(`"indexName":"${unpaidIndex}"`)
    expect(JSON.stringify(plans[1])).toContain('"indexName":"unpaid"')
  })
})
