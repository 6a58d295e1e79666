import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { checkUnitNow } from '@jhatpat/shared/domain/checkout/index.ts'
import { fulfilOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buy, giveMoney, orderBody, soldTo } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

// No workers: runs are begun here, as by a job that can be put off.
beforeAll(async () => {
  service = await startService({ env: { SUPPLIER_POLL_MS: '2000' } })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  await service.simulators.control('moogold', { statuses: ['processing'], webhook: { lost: true } })
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 34_500)
})

const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!
const order = (input1: string) =>
  buy(asha, orderBody(user, shop.crystals, { input1, input2: 'Asia', paymentmode: 'wallet' }))
/** Nobody polls here. */
const withoutPolls = () => {
  const { polls: _polls, ...deps } = service.deps
  return deps
}

/** Without polls, as where Redis was lost: the job comes back to ask. */
const run = (id: string, seq = 1, { polls: _polls, ...deps } = service.deps) =>
  fulfilOrder({ ...deps, canDelayJob: true }, id, seq)

/** How often MooGold was asked about an order, and what is told then before its answer arrives. */
function asking(before: () => Promise<unknown> = async () => undefined) {
  const { suppliers } = service.deps
  const seen = { asked: 0 }
  const forApiType: typeof suppliers.forApiType = (apiType) => {
    const delivery = suppliers.forApiType(apiType)
    if (!delivery) return undefined
    const lookupPurchase: typeof delivery.supplier.lookupPurchase = async (unit) => {
      seen.asked += 1
      const answer = await delivery.supplier.lookupPurchase(unit)
      await before()
      return answer
    }
    return { ...delivery, supplier: { ...delivery.supplier, lookupPurchase } }
  }
  return { seen, deps: { ...service.deps, suppliers: { ...suppliers, forApiType } } }
}

it('a job that has bought comes back to look, under the same seq, and makes no other', async () => {
  const id = await order('864000001')
  const again = await run(id)
  const { due, units } = await find(id)
  expect(units[0]).toMatchObject({ state: 'sending', supplierOrderId: expect.stringMatching(/./) })
  expect(due.fulfil).toEqual({ at: again, seq: 1 })
  expect(await service.deps.queues.all['fulfil-moogold'].getJobCountByTypes('delayed')).toBe(0)
})

it('and asks nothing before its time, though a fast clock brings it', async () => {
  const { seen, deps } = asking()
  const id = await order('864000002')
  const again = await run(id)
  expect(await run(id, 1, deps)).toEqual(again)
  expect(seen.asked).toBe(0)
  service.clock.advance(2_000)
  const later = await run(id, 1, deps)
  expect(seen.asked).toBe(1)
  expect(later?.getTime()).toBeGreaterThan(service.clock.now().getTime())
  expect(soldTo(service, 'moogold', '864000002')).toHaveLength(1)
})

it('leaves it to the newer look where a callback came while it was asking', async () => {
  const id = await order('864000003')
  await run(id)
  service.clock.advance(2_000)
  const { supplierOrderId } = (await find(id)).units[0]!
  const { seen, deps } = asking(() => checkUnitNow(withoutPolls(), supplierOrderId))
  expect(await run(id, 1, deps)).toBeUndefined()
  expect(seen.asked).toBe(1)
  const { due, units } = await find(id)
  expect(due.fulfil.seq).toBe(2)
  expect(due.fulfil.at?.getTime()).toBeLessThanOrEqual(service.clock.now().getTime())
  expect(units[0]?.retryCount).toBe(2)
  expect(await run(id, 2)).toBeInstanceOf(Date)
})

it('makes a job of its look where it cannot come back, as after a failure', async () => {
  const id = await order('864000004')
  expect(await fulfilOrder(service.deps, id, 1)).toBeUndefined()
  expect((await find(id)).due.fulfil.seq).toBe(2)
  const job = await service.deps.queues.all['fulfil-moogold'].getJob(`order.fulfil-${id}-2`)
  expect(await job?.isDelayed()).toBe(true)
})
