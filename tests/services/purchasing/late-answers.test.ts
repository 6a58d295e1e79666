import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { recordSupplierAnswer } from '@jhatpat/shared/domain/orders/fulfil/record-supplier-answer.ts'
import { fulfilOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { AccountModel, syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import type { Supplier } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

/** No workers run: the test chooses the order in which the answers of several workers arrive. */
let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService()
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

const find = (id: string) => OrderModel.findById(id).lean<OrderDoc>() as Promise<OrderDoc>
const timeOut = { kind: 'unknown', message: 'No answer within 1.5 s.' }
let players = 0

function placed(): Promise<string> {
  players += 1
  const input1 = String(791_000_000 + players)
  return buy(asha, orderBody(user, shop.crystals, { input1, input2: 'Asia', paymentmode: 'wallet' }))
}

type Call = 'purchaseUnit' | 'lookupPurchase'
type AnswerFilter = (answer: { kind: string }) => Promise<{ kind: string }>

/** Runs the order's task as one worker does; `heard` decides how the answer to one kind of call arrives. */
async function run(id: string, call: Call, filter: AnswerFilter): Promise<void> {
  const { suppliers } = service.deps
  let times = 0
  const forApiType: typeof suppliers.forApiType = (apiType) => {
    const delivery = suppliers.forApiType(apiType)
    if (!delivery) return delivery
    const query = delivery.supplier[call] as (request: unknown) => Promise<{ kind: string }>
    const passed = async (request: unknown) => {
      const answer = await query.call(delivery.supplier, request)
      times += 1
      return times === 1 ? filter(answer) : answer
    }
    return { ...delivery, supplier: { ...delivery.supplier, [call]: passed } as Supplier }
  }
  const deps = { ...service.deps, suppliers: { ...suppliers, forApiType } }
  await fulfilOrder(deps, id, (await find(id)).due.fulfil.seq)
}

const unchanged: AnswerFilter = async (answer) => answer

describe('answers of two workers about the same unit', () => {
  it('keep the unit of a Completed order delivered when the slower query times out', async () => {
    const statuses = ['processing', 'completed']
    await service.simulators.control('moogold', { next: [{ outcome: 'ok', statuses }] })
    const id = await placed()
    await run(id, 'purchaseUnit', unchanged)
    expect((await find(id)).units[0]?.state).toBe('sending')
    await run(id, 'lookupPurchase', async () => {
      for (let times = 0; times < 4 && (await find(id)).status === 'Processing'; times += 1) {
        await run(id, 'lookupPurchase', unchanged)
      }
      expect((await find(id)).status).toBe('Completed')
      return timeOut
    })
    const { status, units, supplierConflicts } = await find(id)
    expect([status, units[0]?.state, supplierConflicts]).toEqual(['Completed', 'delivered', []])
    expect(units[0]?.supplierOrderId).not.toBe('')
  })

  it('keep the supplier’s id of an accepted unit when the slower query times out', async () => {
    await service.simulators.control('moogold', { statuses: ['processing'], webhook: { lost: true } })
    const id = await placed()
    let supplierOrderId: string | undefined
    await run(id, 'purchaseUnit', async () => {
      await run(id, 'lookupPurchase', unchanged)
      supplierOrderId = (await find(id)).units[0]?.supplierOrderId
      expect(supplierOrderId).not.toBe('')
      return timeOut
    })
    expect((await find(id)).units[0]).toMatchObject({ state: 'sending', supplierOrderId })
  })
})

describe('an acceptance of an older attempt', () => {
  /** Another attempt replaces the one in flight, and the older one is accepted after it. */
  async function acceptedLate(newer: Record<string, unknown>): Promise<OrderDoc> {
    await service.simulators.control('moogold', { statuses: ['processing'], webhook: { lost: true } })
    const id = await placed()
    await run(id, 'purchaseUnit', async (answer) => {
      expect(answer.kind).toBe('accepted')
      await OrderModel.updateOne({ _id: id }, { $set: newer })
      return answer
    })
    return find(id)
  }

  it('is shown to an admin with its id, and leaves the newer attempt unchanged', async () => {
    const order = await acceptedLate({
      'units.0.attempt': 2,
      'units.0.state': 'rejected',
      'due.fulfil.at': null,
    })
    expect(order.units[0]).toMatchObject({ attempt: 2, state: 'rejected', supplierOrderId: '' })
    expect(order).toMatchObject({ hasSupplierConflict: true, supplierConflicts: [{ attempt: 1 }] })
    expect(order.supplierConflicts[0]?.kind).toBe('older_attempt_accepted')
    expect(order.supplierConflicts[0]?.supplierOrderId).not.toBe('')
  })

  it('is followed up when the unit was released and not retried yet', async () => {
    const order = await acceptedLate({ 'units.0.state': 'planned' })
    expect(order.units[0]).toMatchObject({ attempt: 1, state: 'sending' })
    expect(order.units[0]?.supplierOrderId).not.toBe('')
    expect(order.due.fulfil.at).not.toBeNull()
  })
})

describe('a late answer about a delivered unit', () => {
  it('leaves an order in the hands of an admin that needs one for another unit', async () => {
    const body = orderBody(user, shop.bundle, { input1: '791900001', paymentmode: 'wallet' })
    const id = await buy(asha, body)
    const sentAt = service.clock.now()
    const sent = { attempt: 1, sentAt, batch: 1, sentBatch: 1 }
    const before = await find(id)
    const read = {
      ...before,
      units: before.units.map((unit) => ({ ...unit, ...sent, state: 'sending' as const })),
    }
    // The balance has proved the first delivery; the second was rejected, and an admin has to answer.
    const pendingReason = { kind: 'partly_delivered', since: sentAt, detail: 'No', needsAction: true }
    await OrderModel.updateOne(
      { _id: id },
      {
        $set: {
          'units.0': { ...before.units[0], ...sent, state: 'delivered' },
          'units.1': { ...before.units[1], ...sent, state: 'rejected' },
          pendingReason,
          'due.fulfil.at': null,
        },
      },
    )
    await recordSupplierAnswer(service.deps, read, {
      index: 0,
      unit: read.units[0]!,
      supplier: { evidence: 'balance' },
      answer: { kind: 'delivered', supplierOrderId: 'S1' },
    })
    const after = await find(id)
    expect(after.units[0]).toMatchObject({ state: 'delivered', supplierOrderId: 'S1' })
    expect(after.pendingReason?.kind).toBe('partly_delivered')
    expect(after.due.fulfil.at).toBeNull()
  })
})
