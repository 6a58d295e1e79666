import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { fulfilOrder, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import type { Supplier, UnitOutcome } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { workersOf } from '../../support/workers-of.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let deps: Deps

/** The references sent to the supplier, and what it sold under each. */
const sent: string[] = []
const sold = new Map<string, string>()
/** Outcomes of the next calls; later calls are all answered. */
let broken: ('lost' | 'never_came' | 'died')[] = []

const lost: UnitOutcome = { kind: 'unknown', message: 'No answer in time' }

/** Sells once per reference and returns the same receipt to a repeated call. It has no lookup. */
async function purchaseUnit({ unitRef }: { unitRef: string }): Promise<UnitOutcome> {
  sent.push(unitRef)
  const what = broken.shift()
  if (what === 'never_came') return lost
  if (!sold.has(unitRef)) sold.set(unitRef, `C${sold.size + 1}`)
  if (what === 'died') throw new Error('the process died here')
  return what === 'lost' ? lost : { kind: 'delivered', supplierOrderId: sold.get(unitRef) ?? '' }
}

/** The shop with such a supplier in the place of MooGold. */
function withRepeating(given: Deps): Deps {
  const { byName, forApiType } = given.suppliers
  const lookupPurchase: Supplier['lookupPurchase'] = async () => ({
    kind: 'unknown',
    message: 'There is no look-up',
  })
  const supplier: Supplier = { ...byName.MOOGOLD, evidence: 'idempotent_retry', purchaseUnit, lookupPurchase }
  const suppliers: Deps['suppliers'] = {
    ...given.suppliers,
    byName: { ...byName, MOOGOLD: supplier },
    forApiType: (apiType) => {
      const delivery = forApiType(apiType)
      return delivery?.supplier === byName.MOOGOLD ? { ...delivery, supplier } : delivery
    },
  }
  return { ...given, suppliers }
}

/** The shop after its credentials at the supplier were replaced by those of another account. */
function withPresentAccount(given: Deps, { isEarlierConfigured }: { isEarlierConfigured: boolean }) {
  const earlier = given.suppliers.byName.MOOGOLD
  const sentThere: string[] = []
  const present: Supplier = {
    ...earlier,
    accountId: 'present',
    purchaseUnit: async ({ unitRef }) => {
      sentThere.push(unitRef)
      return { kind: 'delivered', supplierOrderId: 'X1' }
    },
  }
  const suppliers: Deps['suppliers'] = {
    ...given.suppliers,
    byName: { ...given.suppliers.byName, MOOGOLD: present },
    forApiType: (apiType) => {
      const delivery = given.suppliers.forApiType(apiType)
      return delivery?.supplier === earlier ? { ...delivery, supplier: present } : delivery
    },
    accountOf: (_supplier, accountId) => {
      if (accountId === 'present' || accountId === '') return present
      return isEarlierConfigured ? earlier : undefined
    },
  }
  return { deps: { ...given, suppliers }, sent: sentThere }
}

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  await syncPriceLists(service.deps)
  deps = withRepeating(service.deps)
})
afterAll(() => service.stop())
beforeEach(async () => {
  sent.length = 0
  sold.clear()
  broken = []
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})

const order = () =>
  buy(asha, orderBody(user, shop.crystals, { input1: '790000001', input2: 'Asia', paymentmode: 'wallet' }))
const find = async (orderid: string) => (await OrderModel.findById(orderid))!
async function run(orderid: string): Promise<void> {
  await fulfilOrder(deps, orderid, (await find(orderid)).due.fulfil.seq)
}

describe('a supplier that delivers once per reference and has no lookup', () => {
  it('is called again after a lost answer, and the order ends delivered once, without an admin', async () => {
    const workers = await workersOf(deps)
    try {
      broken = ['lost', 'never_came']
      const id = await order()
      await ends(asha, id, 'Completed')
      expect(sent).toEqual([`${id}-1`, `${id}-1`, `${id}-1`])
      expect([...sold]).toEqual([[`${id}-1`, 'C1']])
      const after = await find(id)
      expect(after.units).toMatchObject([{ state: 'delivered', attempt: 3, supplierOrderId: 'C1' }])
      expect(after.staffActions).toEqual([])
      expect(after.hasSupplierConflict).toBe(false)
    } finally {
      await workers.stop()
    }
  })

  it('is called again for the purchase of a crashed process', async () => {
    broken = ['died']
    const id = await order()
    await expect(run(id)).rejects.toThrow('died here')
    await run(id)
    expect((await find(id)).pendingReason?.kind).toBe('outcome_unknown')
    await run(id)
    expect((await find(id)).status).toBe('Completed')
    expect(sent).toEqual([`${id}-1`, `${id}-1`])
    expect(sold.size).toBe(1)
  })

  it('is called again at the account that it was sent to, and not at the present one', async () => {
    broken = ['never_came']
    const id = await order()
    await run(id)
    const { due } = await find(id)
    const moved = withPresentAccount(deps, { isEarlierConfigured: true })
    await fulfilOrder(moved.deps, id, due.fulfil.seq)
    expect((await find(id)).units).toMatchObject([{ state: 'delivered', supplierOrderId: 'C1' }])
    expect(sent).toEqual([`${id}-1`, `${id}-1`])
    expect(moved.sent).toEqual([])
  })

  it('is called at no account when the one that it was sent to is not configured, and an admin must act', async () => {
    broken = ['never_came']
    const id = await order()
    await run(id)
    const { due } = await find(id)
    const moved = withPresentAccount(deps, { isEarlierConfigured: false })
    await fulfilOrder(moved.deps, id, due.fulfil.seq)
    expect((await find(id)).pendingReason).toMatchObject({ kind: 'outcome_unknown', needsAction: true })
    expect(sent).toEqual([`${id}-1`])
    expect(moved.sent).toEqual([])
  })

  it('is not called again once an admin has refunded the order, since a repetition may buy', async () => {
    broken = ['never_came']
    const id = await order()
    await run(id)
    const before = await find(id)
    const [unit] = before.units
    expect(unit).toMatchObject({ state: 'unknown', attempt: 1 })
    const meera = await service.as(await insertAdmin())
    const body = { unit: unit!.ref, attempt: 1, answer: 'refund' as const }
    await meera.call(admin.resolveUnit, { params: { id }, body, idempotencyKey: randomUUID() })
    expect((await find(id)).status).toBe('Refunded')
    await fulfilOrder(deps, id, before.due.fulfil.seq)
    await run(id)
    expect(sent).toEqual([`${id}-1`])
    expect((await find(id)).due.fulfil.at).toBeNull()
    expect(sold.size).toBe(0)
  })
})
