import { randomUUID } from 'node:crypto'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { fulfilOrder, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { AccountModel, syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, look, orderBody, pay, refusalOf, soldTo, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, insertShop, type Shop } from '../../support/shop.ts'
import type { Workers } from '../../support/workers-of.ts'

let service: Service
let shop: Shop
let crystalPacks: Listing
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  await syncPriceLists(service.deps)
  crystalPacks = await insertProductWithItem(
    { name: 'Genshin packs', type: 'GENSHIN', apiType: 'MOOGOLDGENSHIN' },
    { name: 'Two packs', itemidarray: ['428080', '428080'] },
  )
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})

const find = async (orderid: string) => (await OrderModel.findById(orderid))!

/** A job of this order, as a worker runs it. */
async function run(orderid: string, deps = service.deps): Promise<void> {
  const order = await find(orderid)
  await fulfilOrder(deps, String(order._id), order.due.fulfil.seq)
}

/** The time by which the call of a crashed process must have ended. */
const advancePastCall = () => service.clock.advance(service.env.SUPPLIER_TIMEOUT_MS + 15_000)

/** The same environment for a process that crashes once the supplier has sold, before it can record that. */
function crashingDeps(): Service['deps'] {
  const { suppliers } = service.deps
  const forApiType: typeof suppliers.forApiType = (apiType) => {
    const delivery = suppliers.forApiType(apiType)
    if (!delivery) return undefined
    const purchaseUnit: typeof delivery.supplier.purchaseUnit = async (order) => {
      await delivery.supplier.purchaseUnit(order)
      throw new Error('the process died here')
    }
    return { ...delivery, supplier: { ...delivery.supplier, purchaseUnit } }
  }
  return { ...service.deps, suppliers: { ...suppliers, forApiType } }
}

const wallet = (listing: Listing, input1: string) =>
  orderBody(user, listing, {
    input1,
    input2: listing === shop.diamonds ? '1234' : 'Asia',
    paymentmode: 'wallet',
  })

describe('a worker that crashes during a supplier’s call', () => {
  it('leaves it to the balance where the supplier has no lookup: what was sold is not bought again', async () => {
    const id = await buy(asha, wallet(shop.diamonds, '730000001'))
    await expect(run(id, crashingDeps())).rejects.toThrow('died here')
    await until(
      async () => soldTo(service, 'smileone', '730000001').length,
      (sold) => sold === 1,
    )
    advancePastCall()
    await run(id)
    const order = await find(id)
    expect(order.units[0]?.state).toBe('unknown')
    expect(order.pendingReason?.kind).toBe('outcome_unknown')
    expect((await look(asha, id)).timeline.at(-1)?.step).toBe('outcome_unknown')
    await run(id)
    expect((await find(id)).status).toBe('Completed')
    expect(soldTo(service, 'smileone', '730000001')).toHaveLength(1)
  })

  it('leaves the unit to an admin where no evidence is left, and it is not bought again', async () => {
    const id = await buy(asha, wallet(shop.diamonds, '730000006'))
    await expect(run(id, crashingDeps())).rejects.toThrow('died here')
    advancePastCall()
    await run(id)
    // Its batch ended without it, as after a restored backup.
    await AccountModel.deleteMany({})
    await run(id)
    const order = await find(id)
    expect(order.units[0]?.state).toBe('unknown')
    expect(order.pendingReason?.kind).toBe('outcome_unknown')
    expect(order.due.fulfil.at).toBeNull()
    await run(id)
    expect(soldTo(service, 'smileone', '730000006')).toHaveLength(1)
  })

  it('costs nothing where the supplier knows our reference: the sale is found and adopted', async () => {
    const id = await buy(asha, wallet(shop.crystals, '730000002'))
    await expect(run(id, crashingDeps())).rejects.toThrow('died here')
    await until(
      async () => soldTo(service, 'moogold', '730000002').length,
      (sold) => sold === 1,
    )
    await until(
      async () => {
        await run(id)
        return (await find(id)).status
      },
      (status) => status === 'Completed',
    )
    expect(soldTo(service, 'moogold', '730000002')).toHaveLength(1)
  })

  it('is followed by a lookup at once where the supplier has one', async () => {
    await service.simulators.control('moogold', { statuses: ['completed'] })
    const id = await buy(asha, wallet(shop.crystals, '730000007'))
    await expect(run(id, crashingDeps())).rejects.toThrow('died here')
    await run(id)
    expect((await find(id)).status).toBe('Completed')
    expect(soldTo(service, 'moogold', '730000007')).toHaveLength(1)
  })

  it.each([
    ['730000009', { outcome: 'http429', retryAfter: '1' }],
    ['730000010', { outcome: 'reset' }],
    ['730000011', { outcome: 'http500' }],
  ])('is not taken as never sent, for player %s, by a lookup that fails: %j', async (player, fault) => {
    await service.simulators.control('moogold', { statuses: ['completed'] })
    const id = await buy(asha, wallet(shop.crystals, player))
    await expect(run(id, crashingDeps())).rejects.toThrow('died here')
    const next = { ...fault, call: 'order/order_detail_partner_id' }
    await service.simulators.control('moogold', { next })
    await run(id)
    expect((await find(id)).units[0]).toMatchObject({ state: 'unknown', attempt: 1 })
    advancePastCall()
    await until(
      async () => {
        await run(id)
        return (await find(id)).status
      },
      (status) => status === 'Completed',
    )
    expect(soldTo(service, 'moogold', player)).toHaveLength(1)
  })

  it('is not taken as never sent by a supplier that does not know of it yet', async () => {
    const id = await buy(asha, wallet(shop.crystals, '730000008'))
    await service.simulators.control('moogold', { next: { delayMs: 1_500 } })
    const slow = run(id)
    await until(
      async () => (await find(id)).units[0]?.state,
      (state) => state === 'sending',
    )
    await run(id)
    expect((await find(id)).units[0]).toMatchObject({ state: 'unknown', attempt: 1 })
    expect((await find(id)).pendingReason?.kind).toBe('outcome_unknown')
    await slow
    expect((await find(id)).units[0]?.supplierOrderId).not.toBe('')
    expect(soldTo(service, 'moogold', '730000008')).toHaveLength(1)
  })

  it('has its answer recorded after all when the process had only seemed to be gone', async () => {
    await service.simulators.control('smileone', { next: { replyDelayMs: 400 } })
    const id = await buy(asha, wallet(shop.diamonds, '730000003'))
    const slow = run(id)
    await until(
      async () => soldTo(service, 'smileone', '730000003').length,
      (sold) => sold === 1,
    )
    advancePastCall()
    await run(id)
    expect((await find(id)).pendingReason?.kind).toBe('outcome_unknown')
    await slow
    expect((await find(id)).status).toBe('Completed')
    expect(soldTo(service, 'smileone', '730000003')).toHaveLength(1)
  })

  it('has its delivery recorded though an admin has released the unit meanwhile, and it is not bought again', async () => {
    await service.simulators.control('smileone', { next: { replyDelayMs: 2_500 } })
    const id = await buy(asha, wallet(shop.diamonds, '730000005'))
    const slow = run(id)
    await until(
      async () => soldTo(service, 'smileone', '730000005').length,
      (sold) => sold === 1,
    )
    advancePastCall()
    await run(id)
    const meera = await service.as(await insertAdmin())
    const [unit] = (await find(id)).units
    const target = { unit: unit!.ref, attempt: unit!.attempt }
    const body = { ...target, answer: 'retry_unit' as const, reason: 'Not in their list' }
    const retry = () => meera.call(admin.resolveUnit, { params: { id }, body, idempotencyKey: randomUUID() })
    // While the balance may decide, it cannot be retried; here it no longer can.
    expect(await refusalOf(retry())).toMatchObject({ status: 409, code: 'transition_not_allowed' })
    await AccountModel.deleteMany({})
    await run(id)
    await retry()
    expect((await find(id)).units[0]?.state).toBe('planned')
    await slow
    expect((await find(id)).status).toBe('Completed')
    await run(id)
    expect(soldTo(service, 'smileone', '730000005')).toHaveLength(1)
  })

  it('is ignored when a newer task than its own is enqueued', async () => {
    const id = await buy(asha, wallet(shop.diamonds, '730000004'))
    const order = await find(id)
    await fulfilOrder(service.deps, String(order._id), order.due.fulfil.seq + 1)
    await fulfilOrder(service.deps, String(order._id), order.due.fulfil.seq - 1)
    expect(soldTo(service, 'smileone', '730000004')).toHaveLength(0)
    expect((await find(id)).units[0]?.state).toBe('planned')
  })
})

describe('a supplier’s callback', () => {
  let workers: Workers
  beforeAll(async () => {
    workers = await service.startAnotherWorkers()
  })
  afterAll(() => workers.stop())

  it('about a delivered unit does not make the next one, which is being bought, seem lost', async () => {
    const board = await (await service.as(await insertAdmin())).socket()
    const target: BoardOrder[] = []
    board.on('board.order_updated', (order) => target.push(order))
    await board.emitWithAck('board.subscribe', {})
    await service.simulators.control('moogold', { webhook: { lateMs: 100 } })
    const id = await buy(asha, orderBody(user, crystalPacks, { input1: '730000005', input2: 'Asia' }))
    await service.simulators.control('moogold', {
      next: { delayMs: 500, match: { partnerOrderId: `${id}-2` } },
    })
    await pay(service, id)
    await ends(asha, id, 'Completed')
    expect(soldTo(service, 'moogold', '730000005')).toHaveLength(2)
    const kinds = target.filter((order) => order.orderid === id).map((order) => order.pendingReason.kind)
    expect(new Set(kinds)).toEqual(new Set(['in_progress']))
    expect((await find(id)).units.map((unit) => unit.attempt)).toEqual([1, 1])
  })
})
