import { fulfilOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { AccountModel, syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buy, giveMoney, orderBody, soldTo } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  await syncPriceLists(service.deps)
})
afterAll(() => service.stop())
afterEach(() => {
  vi.restoreAllMocks()
})

const find = (id: string) => OrderModel.findById(id).lean<OrderDoc>() as Promise<OrderDoc>
const run = async (id: string) => fulfilOrder(service.deps, id, (await find(id)).due.fulfil.seq)

async function placed(player: string): Promise<string> {
  const user = await insertCustomer()
  await giveMoney(user, 100_000)
  const body = orderBody(user, shop.diamonds, { input1: player, input2: '1234', paymentmode: 'wallet' })
  return buy(await service.as(user), body)
}

/** The connection breaks while an attempt is committed: before the database has it, or after. */
function breakCommit(when: 'before' | 'after'): () => number {
  const { collection } = OrderModel
  const write = collection.bulkWrite.bind(collection)
  let broken = 0
  vi.spyOn(collection, 'bulkWrite').mockImplementation(async (...args) => {
    const isAttempt = broken === 0 && JSON.stringify(args[0]).includes('"sending"')
    if (!isAttempt) return write(...args)
    broken += 1
    if (when === 'after') await write(...args)
    throw new Error('connection 7 to 127.0.0.1 closed')
  })
  return () => broken
}

describe('an attempt whose commit has no reply', () => {
  it('is known as not sent: the unit is planned again, and the account stays open', async () => {
    const id = await placed('792000001')
    const broken = breakCommit('after')
    await run(id)
    expect(broken()).toBe(1)
    expect((await find(id)).units[0]).toMatchObject({ state: 'planned', attempt: 1 })
    expect(soldTo(service, 'smileone', '792000001')).toHaveLength(0)
    const other = await placed('792000002')
    await run(other)
    expect((await find(other)).status).toBe('Completed')
    await run(id)
    expect((await find(id)).status).toBe('Completed')
    expect(soldTo(service, 'smileone', '792000001')).toHaveLength(1)
  })

  it('leaves no member in the batch when it was not committed', async () => {
    const id = await placed('792000003')
    breakCommit('before')
    await expect(run(id)).rejects.toThrow('closed')
    const account = await AccountModel.findById('SMILEBR').lean()
    expect([account?.isOpen, account?.members.some(({ orderId }) => orderId === id)]).toEqual([true, false])
    expect((await find(id)).units[0]?.state).toBe('planned')
  })
})
