import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { ItemModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, look, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person
let players = 0

/** 86 diamonds cost 61.5 coins, which is ₹87.33. */
const costPaise = 8_733

beforeAll(async () => {
  const env = { SUPPLIER_CURRENCY_PAISE: 'SMILEBR:142', SUPPLIER_POLL_MS: '40' }
  service = await startService({ workers: true, env })
  shop = await insertShop()
  meera = await service.as(await insertAdmin({ name: 'Meera', staffRole: 'operations' }))
})
afterAll(() => service.stop())
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})

/** An order of 86 diamonds that was paid with that many paise, with a price set past all other rules. */
async function paid(pricePaise: number): Promise<{ id: string; player: string }> {
  players += 1
  const player = String(771_000_000 + players)
  await ItemModel.updateOne({ _id: shop.diamonds.item._id }, { discountedPaise: pricePaise })
  const id = await buy(asha, orderBody(user, shop.diamonds, { input1: player, paymentmode: 'wallet' }))
  return { id, player }
}
const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!
const untilPending = (id: string) =>
  until(
    () => find(id),
    (order) => order.pendingReason?.kind === 'below_cost',
  )
const sold = (player: string) => soldTo(service, 'smileone', player)
async function resolve(id: string, answer: 'retry_unit' | 'refund') {
  const unit = (await find(id)).units[0]!
  const body = { unit: unit.ref, attempt: unit.attempt, answer, reason: 'Agreed with the customer' }
  return meera.call(admin.resolveUnit, { params: { id }, body, idempotencyKey: randomUUID() })
}

describe('a purchase whose cost is more than 20 % above what was paid', () => {
  it('is not made: it waits for an admin, on the board and on the customer’s page, which does not show our cost', async () => {
    const { id, player } = await paid(100)
    const order = await untilPending(id)
    expect(order.pendingReason).toMatchObject({
      needsAction: true,
      detail: expect.stringContaining('₹87.33'),
    })
    expect(order.status).toBe('Processing')
    const row = (await meera.call(board.processing)).find((one) => one.orderid === id)
    expect(row).toMatchObject({ pendingReason: { kind: 'below_cost' }, needsAction: true })
    expect(row!.unitList).toMatchObject([{ state: 'held_back' }])
    const page = await look(asha, id)
    expect(page.state).toMatchObject({ waitingFor: 'admin', units: { rejected: 0 } })
    expect(page.timeline.map(({ step }) => step)).toEqual(['ordered', 'paid'])
    expect(JSON.stringify(page)).not.toContain('87.33')
    expect(sold(player)).toEqual([])
  })

  it('is made once an admin retries it anyway', async () => {
    const { id, player } = await paid(100)
    await untilPending(id)
    await resolve(id, 'retry_unit')
    await ends(asha, id, 'Completed')
    expect(sold(player)).toHaveLength(1)
  })

  it('is refunded by an admin', async () => {
    const { id, player } = await paid(100)
    await untilPending(id)
    await resolve(id, 'refund')
    await ends(asha, id, 'Refunded')
    expect(await balanceOf(asha, user)).toBe(1_000)
    expect(sold(player)).toEqual([])
  })

  it('is made by itself where an owner has approved the price', async () => {
    await ItemModel.updateOne({ _id: shop.diamonds.item._id }, { approvedPaise: { discountedPaise: 100 } })
    const { id } = await paid(100)
    await ends(asha, id, 'Completed')
    const { id: below } = await paid(99)
    await untilPending(below)
    await ItemModel.updateOne({ _id: shop.diamonds.item._id }, { approvedPaise: { resellPaise: 100 } })
    const { id: ofResellers } = await paid(100)
    await untilPending(ofResellers)
    await ItemModel.updateOne({ _id: shop.diamonds.item._id }, { $unset: { approvedPaise: 1 } })
  })
})

it('is made at exactly 20 % above what was paid', async () => {
  const edge = Math.ceil(costPaise / 1.2)
  const { id } = await paid(edge)
  await ends(asha, id, 'Completed')
  const { id: below } = await paid(edge - 1)
  await untilPending(below)
})
