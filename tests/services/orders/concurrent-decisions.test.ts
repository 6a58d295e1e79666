import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as adminOrders from '@jhatpat/shared/contracts/admin-orders.ts'
import { chooseLateOffer } from '@jhatpat/shared/contracts/late-offer-calls.ts'
import { revealSecret } from '@jhatpat/shared/contracts/vault.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import {
  commitCompletion,
  fulfilOrder,
  type OrderDoc,
  OrderModel,
} from '@jhatpat/shared/domain/orders/index.ts'
import { AccountModel, syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import type { Supplier } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { balanceOf, buy, giveMoney, orderBody, soldTo } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

/** No workers run: the test chooses the moment of a supplier's call at which a person decides. */
let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person
let passedMs = 0

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  await syncPriceLists(service.deps)
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  // The next purchase reads the balance first.
  await AccountModel.deleteMany({})
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})
afterEach(() => {
  vi.restoreAllMocks()
  pass(-passedMs)
})

function pass(ms: number): void {
  passedMs += ms
  service.clock.advance(ms)
}
const late = () => pass(31 * 60_000)
let players = 0
const find = (id: string) => OrderModel.findById(id).lean<OrderDoc>() as Promise<OrderDoc>
async function placed(listing: Listing) {
  players += 1
  const player = String(790_000_000 + players)
  const input2 = listing === shop.crystals ? 'Asia' : '1234'
  const body = orderBody(user, listing, { input1: player, input2, paymentmode: 'wallet' })
  return { id: await buy(asha, body), player }
}
const sold = (player: string) => soldTo(service, 'smileone', player).length
const balance = () => balanceOf(asha, user)
const scheduleCompletion = async (id: string, more: { codes?: { label: string; value: string }[] } = {}) =>
  meera.call(admin.transitionOrder, {
    params: { id },
    body: { to: 'Completed', version: (await find(id)).version, undoable: true, reason: 'By hand', ...more },
    idempotencyKey: randomUUID(),
  })
const undoCompletion = (id: string) =>
  meera.call(adminOrders.undoCompletion, { params: { id }, body: {}, idempotencyKey: randomUUID() })
const requestRefund = (id: string) =>
  asha.call(chooseLateOffer, {
    params: { client_txn_id: id },
    body: { choice: 'refund' },
    idempotencyKey: randomUUID(),
  })
async function closes(id: string): Promise<void> {
  pass(5_000)
  await commitCompletion(service.deps, id, (await find(id)).due.completion.seq)
}

type Call = 'purchaseUnit' | 'lookupPurchase' | 'queryBalance'

/**
 * Runs the order's task. `meanwhile` runs after the supplier has answered and before the shop receives the
 * answer.
 */
async function run(id: string, call?: Call, meanwhile: (answer: { kind: string }) => unknown = () => {}) {
  const { suppliers } = service.deps
  const forApiType: typeof suppliers.forApiType = (apiType) => {
    const delivery = suppliers.forApiType(apiType)
    if (!delivery || !call) return delivery
    const query = delivery.supplier[call] as (request?: unknown) => Promise<{ kind: string }>
    const answered = async (request: unknown) => {
      const answer = await query.call(delivery.supplier, request)
      await meanwhile(answer)
      return answer
    }
    return { ...delivery, supplier: { ...delivery.supplier, [call]: answered } as Supplier }
  }
  const deps = { ...service.deps, suppliers: { ...suppliers, forApiType } }
  await fulfilOrder(deps, id, (await find(id)).due.fulfil.seq)
}

/** A unit that MooGold has accepted, with its next answer to a poll. */
async function accepted(status: 'refunded' | 'completed') {
  await service.simulators.control('moogold', { next: [{ outcome: 'ok', statuses: ['processing', status] }] })
  const { id } = await placed(shop.crystals)
  await run(id)
  expect((await find(id)).units[0]?.state).toBe('sending')
  return id
}

/** Polls until MooGold's final answer; `meanwhile` runs before it is recorded. */
async function endDuring(id: string, end: string, meanwhile: () => Promise<unknown>): Promise<void> {
  let hasEnded = false
  for (let times = 0; times < 4 && !hasEnded; times += 1) {
    await run(id, 'lookupPurchase', async ({ kind }) => {
      if (kind !== end) return
      hasEnded = true
      await meanwhile()
    })
  }
  expect(hasEnded).toBe(true)
}

describe('a pending completion', () => {
  it('buys nothing, however late it is committed', async () => {
    const { id, player } = await placed(shop.diamonds)
    await scheduleCompletion(id)
    pass(11_000)
    await run(id)
    expect(sold(player)).toBe(0)
    const { due } = await find(id)
    expect(due.fulfil.at!.getTime()).toBeGreaterThan(service.clock.now().getTime())
    await closes(id)
    expect(await find(id)).toMatchObject({ status: 'Completed', due: { fulfil: { at: null } } })
    expect(sold(player)).toBe(0)
  })

  it('stops a purchase that is about to begin', async () => {
    const { id, player } = await placed(shop.diamonds)
    let times = 0
    await run(id, 'queryBalance', () => (times++ === 0 ? scheduleCompletion(id) : undefined))
    expect([times > 0, sold(player)]).toEqual([true, 0])
    await undoCompletion(id)
    await run(id)
    expect([(await find(id)).status, sold(player)]).toEqual(['Completed', 1])
  })

  it('is not replaced by a refund for a supplier’s rejection: it is committed, and a conflict is raised', async () => {
    const id = await accepted('refunded')
    const before = await balance()
    await endDuring(id, 'returned', () => scheduleCompletion(id))
    expect(await find(id)).toMatchObject({ status: 'Processing', pendingCompletion: { name: 'Meera' } })
    await closes(id)
    const { status, creditedPaise, supplierConflicts, hasSupplierConflict } = await find(id)
    expect([status, creditedPaise, hasSupplierConflict]).toEqual(['Completed', 0, true])
    expect(supplierConflicts.map(({ kind }) => kind)).toEqual(['not_delivered'])
    expect(await balance()).toBe(before)
  })

  it('leaves a unit that was rejected meanwhile to an admin when it is undone', async () => {
    const id = await accepted('refunded')
    await endDuring(id, 'returned', () => scheduleCompletion(id))
    await undoCompletion(id)
    const { status, pendingReason, due } = await find(id)
    expect([status, pendingReason?.needsAction, due.fulfil.at]).toEqual(['Processing', true, null])
  })

  it('leaves no codes that would be delivered later in place of others', async () => {
    const id = await accepted('completed')
    await endDuring(id, 'delivered', () =>
      scheduleCompletion(id, { codes: [{ label: 'Code', value: 'OLD' }] }),
    )
    expect(await find(id)).toMatchObject({ status: 'Completed', vault: [] })
    const codes = [{ label: 'Code', value: 'NEW' }]
    await meera.call(adminOrders.deliverCodesLater, {
      params: { id },
      body: { codes },
      idempotencyKey: randomUUID(),
    })
    expect((await asha.call(revealSecret, { body: { client_txn_id: id, secret: 0 } })).value).toBe('NEW')
  })

  it('can be undone though another change of the order is written at that moment', async () => {
    const { id } = await placed(shop.diamonds)
    await scheduleCompletion(id)
    const write = OrderModel.findOneAndUpdate.bind(OrderModel)
    const other = OrderModel.updateOne({ _id: id }, { $inc: { revision: 1 } })
    vi.spyOn(OrderModel, 'findOneAndUpdate').mockImplementationOnce(((...args: Parameters<typeof write>) => ({
      lean: async () => {
        await other
        return write(...args).lean()
      },
    })) as never)
    expect(await undoCompletion(id)).toMatchObject({ status: 'Processing', pendingCompletion: null })
  })
})

describe('a requested refund', () => {
  const chosen = { choice: 'refund', at: new Date() }

  it('is made by the order’s own task when it fails after the supplier’s answer was written', async () => {
    const { id, player } = await placed(shop.bundle)
    await service.simulators.control('smileone', {
      next: ['ok', 'refuse'].map((outcome) => ({ outcome, match: { userid: player } })),
    })
    late()
    const write = OrderModel.findOneAndUpdate.bind(OrderModel)
    let failed = 0
    await run(id, 'purchaseUnit', async ({ kind }) => {
      if (kind !== 'rejected') return
      await requestRefund(id)
      vi.spyOn(OrderModel, 'findOneAndUpdate').mockImplementation(((...args: Parameters<typeof write>) => {
        if (failed > 0 || !JSON.stringify(args[1]).includes('"status":"Completed"')) return write(...args)
        failed += 1
        throw new Error('the database was away for a moment')
      }) as never)
    })
    expect(failed).toBe(1)
    const { status, due } = await find(id)
    expect([status, due.fulfil.at === null]).toEqual(['Processing', false])
    await run(id)
    const over = await find(id)
    expect([over.status, over.partlyRefundedPaise > 0, sold(player)]).toEqual(['Completed', true, 1])
  })

  it('is made at once though the order changes meanwhile', async () => {
    const { id, player } = await placed(shop.diamonds)
    late()
    await OrderModel.updateOne({ _id: id }, { lateOffer: chosen })
    const { due } = await find(id)
    const read = OrderModel.findById.bind(OrderModel)
    vi.spyOn(OrderModel, 'findById').mockImplementationOnce(((of: string) => ({
      lean: async () => {
        const order = await read(of).lean()
        await OrderModel.updateOne({ _id: id }, { $inc: { revision: 1 } })
        return order
      },
    })) as never)
    await fulfilOrder(service.deps, id, due.fulfil.seq)
    expect([(await find(id)).status, sold(player)]).toEqual(['Refunded', 0])
  })

  it('stops a purchase that begins at that moment', async () => {
    const { id, player } = await placed(shop.diamonds)
    late()
    let times = 0
    await run(id, 'queryBalance', () =>
      times++ === 0 ? OrderModel.updateOne({ _id: id }, { lateOffer: chosen }).exec() : undefined,
    )
    expect([times > 0, sold(player)]).toEqual([true, 0])
    await run(id)
    expect((await find(id)).status).toBe('Refunded')
  })
})

describe('a poll without a new result', () => {
  it('changes nothing that a decision depends on, unless another writer changed the order meanwhile', async () => {
    await service.simulators.control('moogold', { statuses: ['processing'], webhook: { lost: true } })
    const { id } = await placed(shop.crystals)
    const poll = async (meanwhile?: () => unknown) => {
      await run(id, 'lookupPurchase', meanwhile)
      pass(60_000)
      const { revision, units, pendingReason } = await find(id)
      return { revision, retryCount: units[0]?.retryCount ?? 0, detail: pendingReason?.detail }
    }
    await poll()
    const unchanged = await poll()
    expect(await poll()).toEqual({ ...unchanged, retryCount: unchanged.retryCount + 1 })
    const changed = { $set: { 'pendingReason.detail': 'somebody was here' }, $inc: { revision: 1 } }
    const after = await poll(() => OrderModel.updateOne({ _id: id }, changed))
    expect(after).toEqual({
      ...unchanged,
      retryCount: unchanged.retryCount + 2,
      revision: unchanged.revision + 2,
    })
  })
})
