import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  type LedgerFault,
  verifyHistory,
  verifyLedger,
  verifyOpenDays,
} from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import {
  JournalEntryModel,
  WalletModel,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, orderBody, pay, startTopUp, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let bought: { upi: string; wallet: string; refunded: string; wrong: string; topUp: string }

/**
 * Every kind of money, moved by the real service. Its workers stop before documents are changed: a payment is
 * polled for a while after it succeeded, and a poll would restore a removed result.
 */
beforeAll(async () => {
  service = await startService()
  const workers = await service.startAnotherWorkers()
  shop = await insertShop()
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
  bought = {
    upi: await upiOrder('Completed'),
    wallet: await buy(asha, orderBody(user, shop.diamonds, { paymentmode: 'wallet' })),
    refunded: await refundedOrder(),
    wrong: await upiOrder('Refunded', '300'),
    topUp: await startTopUp(asha, user, 500),
  }
  await ends(asha, bought.wallet, 'Completed')
  await pay(service, bought.topUp)
  await balanceBecomes(1000 - 345 + 300 + 500)
  await pay(service, bought.topUp)
  await pay(service, bought.upi)
  await balanceBecomes(1455 + 500 + 345)
  await workers.stop()
})
afterAll(() => service.stop())

const balanceBecomes = (rupees: number) =>
  until(
    () => balanceOf(asha, user),
    (balance) => balance === rupees,
  )

async function upiOrder(status: 'Completed' | 'Refunded', amount?: string): Promise<string> {
  const id = await buy(asha, orderBody(user, shop.diamonds))
  await pay(service, id, amount)
  await ends(asha, id, status)
  return id
}

async function refundedOrder(): Promise<string> {
  const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
  const meera = await service.as(await insertAdmin())
  await meera.call(admin.transitionOrder, { params: { id }, body: { to: 'Refunded', version: 1 } })
  return id
}

// biome-ignore lint/suspicious/noExplicitAny: documents of four models, restored unchanged
type Model = { findOne(filter: object): any; collection: any }

/** The findings after one document was changed past the service; the change is undone afterwards. */
async function afterChange(
  model: unknown,
  filter: object,
  change: object | 'delete',
): Promise<LedgerFault[]> {
  const { findOne, collection } = model as Model
  const before = await findOne.call(model, filter).lean()
  if (!before) throw new Error(`there is no ${JSON.stringify(filter)}`)
  const where = { _id: before._id }
  await (change === 'delete' ? collection.deleteOne(where) : collection.updateOne(where, change))
  const { faults } = await verifyLedger()
  const [history, open] = [await verifyHistory({ now: new Date() }), await verifyOpenDays(new Date())]
  await collection.replaceOne(where, before, { upsert: true })
  // Verification in steps finds the same, in the whole history and from the first open day on.
  expect(sorted(history.faults)).toEqual(sorted(faults))
  expect(sorted(open.faults)).toEqual(sorted(faults))
  return faults
}

/** Without the findings of the replay of ended orders, which is not part of `verifyLedger`. */
const sorted = (faults: LedgerFault[]) =>
  faults
    .filter(({ kind }) => kind !== 'order_differs_from_history')
    .map((one) => JSON.stringify(one))
    .sort()

const wallet = () => `wallet:${user._id}`

describe('the ledger of orders, top-ups, refunds and unallocated payments', () => {
  it('agrees, whatever the service did', async () => {
    const { entries, postings, accounts, faults } = await verifyLedger()
    expect(faults).toEqual([])
    expect(entries).toBe(9)
    expect(postings).toBe(18)
    expect(accounts).toBe(4)
  })

  it('differs when a wallet was changed without the ledger, or fell below zero', async () => {
    const { balancePaise } = (await WalletModel.findById(user._id))!
    const less = await afterChange(WalletModel, { _id: user._id }, { $inc: { balancePaise: -1 } })
    expect(less).toEqual([
      {
        kind: 'wallet_differs',
        owner: String(user._id),
        balancePaise: balancePaise - 1,
        foldPaise: balancePaise,
      },
    ])
    const negative = await afterChange(WalletModel, { _id: user._id }, { $set: { balancePaise: -5 } })
    expect(negative.map(({ kind }) => kind)).toEqual(['wallet_differs', 'wallet_negative'])
    const gone = await afterChange(WalletModel, { _id: user._id }, 'delete')
    expect(gone).toMatchObject([{ kind: 'wallet_differs', balancePaise: 0 }])
  })

  it('differs when a journal entry does not sum to zero', async () => {
    const filter = { kind: 'order_refund', ref: bought.refunded }
    const faults = await afterChange(JournalEntryModel, filter, {
      $set: { 'postings.0.amountPaise': -34_499 },
    })
    expect(faults).toEqual([
      { kind: 'entry_unbalanced', entry: `order_refund/${bought.refunded}`, sumPaise: 1 },
    ])
  })

  it('differs when a top-up was credited with another amount, not at all, or to another wallet', async () => {
    const capture = (await WalletTransactionModel.findById(bought.topUp))!.payment!.captures[0]!
    const cause = `topup/${bought.topUp}/${capture.gatewayId} ${wallet()}`
    const filter = { kind: 'topup' }
    const more = { $set: { 'postings.0.amountPaise': -60_000, 'postings.1.amountPaise': 60_000 } }
    expect(await afterChange(JournalEntryModel, filter, more)).toContainEqual({
      kind: 'cause_differs',
      cause,
      ledgerPaise: 60_000,
      expectedPaise: 50_000,
    })
    expect(await afterChange(JournalEntryModel, filter, 'delete')).toContainEqual({
      kind: 'cause_differs',
      cause,
      ledgerPaise: 0,
      expectedPaise: 50_000,
    })
    const elsewhere = { $set: { 'postings.1.account': 'wallet:000000000000000000000001' } }
    const faults = await afterChange(JournalEntryModel, filter, elsewhere)
    expect(faults.filter(({ kind }) => kind === 'cause_differs')).toHaveLength(2)
  })

  it('differs when money was credited that belongs to no order or top-up', async () => {
    const forgotten = { $set: { 'payment.captures': [] } }
    const kinds = (faults: LedgerFault[]) => new Set(faults.map(({ kind }) => kind))
    expect(kinds(await afterChange(WalletTransactionModel, { _id: bought.topUp }, forgotten))).toEqual(
      new Set(['cause_differs', 'topup_contradicts_itself']),
    )
    expect(kinds(await afterChange(OrderModel, { _id: bought.upi }, forgotten))).toEqual(
      new Set(['cause_differs', 'order_contradicts_itself']),
    )
    expect(await afterChange(OrderModel, { _id: bought.wallet }, 'delete')).toEqual([
      {
        kind: 'cause_differs',
        cause: `order_debit/${bought.wallet} ${wallet()}`,
        ledgerPaise: -34_500,
        expectedPaise: 0,
      },
      {
        kind: 'points_cause_differs',
        cause: `earned/${bought.wallet} points:${user._id}`,
        ledger: 345,
        expected: 0,
      },
    ])
  })

  it('differs when a refund is missing, or is posted for an order that was delivered', async () => {
    const missing = await afterChange(JournalEntryModel, { kind: 'order_refund' }, 'delete')
    expect(missing).toContainEqual({
      kind: 'cause_differs',
      cause: `order_refund/${bought.refunded} ${wallet()}`,
      ledgerPaise: 0,
      expectedPaise: 34_500,
    })
    const delivered = { $set: { status: 'Completed' } }
    const faults = await afterChange(OrderModel, { _id: bought.refunded }, delivered)
    expect(faults).toContainEqual({ kind: 'order_contradicts_itself', orderid: bought.refunded })
    expect(faults).toHaveLength(2)
  })

  it('differs when a unit of an ended order contradicts its end without a staff action', async () => {
    const differs = [{ kind: 'order_contradicts_itself', orderid: bought.upi }]
    for (const state of ['sending', 'unknown', 'rejected']) {
      expect(
        await afterChange(OrderModel, { _id: bought.upi }, { $set: { 'units.0.state': state } }),
      ).toEqual(differs)
    }
    const conflict = { $set: { 'units.0.state': 'rejected', supplierConflicts: [{ kind: 'not_delivered' }] } }
    expect(await afterChange(OrderModel, { _id: bought.upi }, conflict)).toEqual([])
    const late = { $set: { 'units.0.state': 'delivered' } }
    expect(await afterChange(OrderModel, { _id: bought.wrong }, late)).toEqual([
      { kind: 'order_contradicts_itself', orderid: bought.wrong },
    ])
    expect(await afterChange(OrderModel, { _id: bought.refunded }, late)).toEqual([])
  })

  it('differs when an order was bought without its money', async () => {
    for (const change of [{ status: 'Completed' }, { status: 'Processing' }]) {
      const faults = await afterChange(OrderModel, { _id: bought.wrong }, { $set: change })
      expect(faults).toEqual([{ kind: 'order_contradicts_itself', orderid: bought.wrong }])
    }
  })
})
