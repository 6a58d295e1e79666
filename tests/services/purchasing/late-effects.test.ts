import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { fulfilOrder, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { AccountModel, syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody, refusalOf, soldTo, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

/**
 * In production's proportions: the timeout and the settling time are 60 s, and a supplier may act up to 75 s
 * after the call.
 */
const settings = { SUPPLIER_TIMEOUT_MS: '60000', BALANCE_SETTLE_MS: '60000' }

beforeAll(async () => {
  service = await startService({ env: settings })
  shop = await insertShop()
  await syncPriceLists(service.deps)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await AccountModel.deleteMany({})
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

const order = (input1: string) => buy(asha, orderBody(user, shop.diamonds, { input1, paymentmode: 'wallet' }))
const find = async (id: string) => (await OrderModel.findById(id))!
const unitOf = async (id: string) => (await find(id)).units[0]!
const sold = (player: string) => soldTo(service, 'smileone', player)
const account = () => AccountModel.findById('SMILEBR').lean()
const actsLate = (delayMs: number) => service.simulators.control('smileone', { next: { delayMs } })

async function run(id: string, deps = service.deps): Promise<void> {
  await fulfilOrder(deps, id, (await find(id)).due.fulfil.seq)
}

/** Resolves when the purchase is committed and its call has been sent. */
const isSent = (id: string) =>
  until(
    () => unitOf(id),
    ({ state }) => state === 'sending',
  )

/** The same environment for a process that crashes while its call is at the supplier. */
function abandoned(): Service['deps'] {
  const { suppliers } = service.deps
  const forApiType: typeof suppliers.forApiType = (apiType) => {
    const delivery = suppliers.forApiType(apiType)
    if (!delivery) return undefined
    const purchaseUnit: typeof delivery.supplier.purchaseUnit = (one) => {
      void delivery.supplier.purchaseUnit(one)
      return new Promise(() => undefined)
    }
    return { ...delivery, supplier: { ...delivery.supplier, purchaseUnit } }
  }
  return { ...service.deps, suppliers: { ...suppliers, forApiType } }
}

describe('a purchase whose process crashed during the call', () => {
  it('is not bought again based on readings from before the supplier’s last possible action', async () => {
    const player = '870000001'
    const id = await order(player)
    await actsLate(1_500)
    void run(id, abandoned())
    await isSent(id)
    for (const passedMs of [6_000, 1_000, 60_500]) {
      service.clock.advance(passedMs)
      await run(id)
    }
    expect(await unitOf(id)).toMatchObject({ state: 'sending', attempt: 1 })
    await until(
      async () => sold(player).length,
      (times) => times === 1,
    )
    service.clock.advance(60_000)
    await run(id)
    await run(id)
    expect((await find(id)).status).toBe('Completed')
    expect(sold(player)).toHaveLength(1)
  })

  it('is bought again after the settling time when the supplier never acts', async () => {
    const player = '870000002'
    const id = await order(player)
    await service.simulators.control('smileone', { next: { outcome: 'timeout_lost' } })
    void run(id, abandoned())
    const { sentAt } = await isSent(id)
    service.clock.advance(80_000)
    await run(id)
    await run(id)
    expect(await unitOf(id)).toMatchObject({ state: 'unknown', attempt: 1 })
    expect((await account())?.settleAt?.getTime()).toBe(sentAt!.getTime() + 120_000)
    service.clock.advance(41_000)
    await run(id)
    await run(id)
    expect((await find(id)).status).toBe('Completed')
    expect((await unitOf(id)).attempt).toBe(2)
    expect(sold(player)).toHaveLength(1)
  })

  it('cannot be retried by an admin while its call may still be in flight', async () => {
    const id = await order('870000003')
    await actsLate(60_000)
    void run(id, abandoned())
    const { sentAt } = await isSent(id)
    const message = 'The answer was lost'
    const unclear = { 'units.0.state': 'unknown', 'units.0.batch': 0, 'units.0.message': message } as const
    await OrderModel.updateOne({ _id: id }, { $set: unclear })
    const meera = await service.as(await insertAdmin())
    const { ref, attempt } = await unitOf(id)
    const body = { unit: ref, attempt, answer: 'retry_unit' as const, reason: 'Not in their list' }
    const again = () => meera.call(admin.resolveUnit, { params: { id }, body, idempotencyKey: randomUUID() })
    service.clock.advance(sentAt!.getTime() + 70_000 - service.clock.now().getTime())
    const refusal = await refusalOf(again())
    expect(refusal).toMatchObject({ code: 'transition_not_allowed' })
    expect(refusal.message).toContain('may still be in progress')
    service.clock.advance(6_000)
    await again()
    expect((await unitOf(id)).state).toBe('planned')
  })
})

describe('an account that waits for an unclear purchase', () => {
  it('is open again, and buys what waits, as soon as the late answer has arrived', async () => {
    const [first, second] = ['870000011', '870000012']
    const id = await order(first)
    await actsLate(2_500)
    const slow = run(id)
    await isSent(id)
    service.clock.advance(80_000)
    await run(id)
    await run(id)
    expect((await account())?.settleAt).not.toBeNull()
    const other = await order(second)
    await run(other)
    expect((await find(other)).pendingReason?.kind).toBe('supplier_unavailable')
    await slow
    expect((await find(id)).status).toBe('Completed')
    expect(await account()).toMatchObject({ isOpen: true, settleAt: null })
    expect((await find(other)).due.fulfil.at!.getTime()).toBeLessThanOrEqual(service.clock.now().getTime())
    await run(other)
    expect((await find(other)).status).toBe('Completed')
    expect([sold(first).length, sold(second).length]).toEqual([1, 1])
  })
})
