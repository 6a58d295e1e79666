import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import type { WalletTransactionDoc } from '@jhatpat/shared/domain/wallet/index.ts'
import { vendors } from '@jhatpat/shared/providers/vendors.ts'
import type { JournalEntry } from '../../simulators/wire/journal.ts'
import type { Evidence, LedgerEntry, PointsEntry } from '../load/evidence.ts'

const at = new Date('2026-11-21T10:00:00Z')
export const later = (ms: number) => new Date(at.getTime() + ms)

/** Evidence of a sound delivered UPI order of ₹345 with one Smile.one product; tests plant faults in it. */
export function soundEvidence(change: Partial<Evidence> = {}): Evidence {
  return {
    at: later(60_000),
    orders: [makeStoredOrder()],
    transactions: [],
    ledger: [makePayment()],
    wallets: [],
    pointsEntries: [pointsEarned()],
    points: [{ _id: 'asha', hundredths: 345 }],
    keys: [{ _id: 'key-1', ref: '1' }],
    promised: [{ keyId: 'key-1', kind: 'order', ids: ['JP1'] }],
    pages: [{ orderid: 'JP1', shown: { status: 'Completed', revision: 4 }, wentBack: [] }],
    vendors,
    journals: soundJournals(),
    ...change,
  }
}

/** The gateway took the money, Smile.one delivered, and no other vendor did anything. */
export const soundJournals = (change: Evidence['journals'] = {}): Evidence['journals'] => ({
  ...Object.fromEntries(Object.keys(vendors).map((name) => [name, []])),
  upigateway: [makeCapture()],
  smileone: [makeDelivery()],
  ...change,
})

/** The points that the sound order earned. */
export const pointsEarned = (hundredths = 345, issued = -hundredths): PointsEntry => ({
  kind: 'earned',
  ref: 'JP1',
  valuePaise: 0,
  postings: [
    { account: 'points:asha', hundredths },
    { account: 'issued', hundredths: issued },
  ],
})

type Loose<T> = { [Name in keyof T]?: unknown }

export function makeStoredOrder(change: Loose<OrderDoc> = {}): OrderDoc {
  return {
    _id: 'JP1',
    input1: '300000001',
    delivery: 'instant',
    pricePaise: 34_500,
    partlyRefundedPaise: 0,
    points: { offered: 345, earned: 345, revoked: 0 },
    status: 'Completed',
    version: 3,
    revision: 4,
    pendingReason: null,
    units: [{ ref: 'JP1-1', supplierItemId: '13', state: 'delivered', attempt: 1, supplierOrderId: 'S1' }],
    reason: '',
    creditedPaise: 0,
    processingAt: at,
    completedAt: at,
    ended: { at, by: 'supplier', previous: null },
    changes: [
      { units: [{ index: 0, state: 'sending', attempt: 1 }], creditedPaise: 0, partlyRefundedPaise: 0 },
      {
        units: [{ index: 0, state: 'delivered', supplierOrderId: 'S1' }],
        creditedPaise: 0,
        partlyRefundedPaise: 0,
      },
    ],
    payment: { payBefore: later(15_000) },
    history: [
      { version: 1, at, from: '', to: 'Created', by: 'customer', reason: '' },
      { version: 2, at, from: 'Created', to: 'Processing', by: 'payments', reason: '' },
      { version: 3, at, from: 'Processing', to: 'Completed', by: 'supplier', reason: '' },
    ],
    due: {
      payment: { at: null, seq: 1 },
      fulfil: { at: null, seq: 1 },
      notify: { at: null, seq: 1 },
      sweepCount: 0,
    },
    ...change,
  } as unknown as OrderDoc
}

/** The same order in progress: paid, on the board, with nothing delivered. */
export function makeOpenStoredOrder(change: Loose<OrderDoc> = {}): OrderDoc {
  const history = makeStoredOrder().history.slice(0, 2)
  return makeStoredOrder({
    status: 'Processing',
    version: 2,
    history,
    pendingReason: aPendingReason('outcome_unknown'),
    ...change,
  })
}

export const aPendingReason = (kind: string) => ({ kind, since: at, detail: '', needsAction: true })

export const makeStoredTopUp = (change: Loose<WalletTransactionDoc> = {}) =>
  ({
    _id: 'JT1',
    kind: 'topup',
    due: { payment: { at: null, seq: 1 }, notify: { at: null, seq: 1 }, sweepCount: 0 },
    ...change,
  }) as unknown as WalletTransactionDoc

export function makePostingSet(
  kind: string,
  ref: string,
  postings: [account: string, amountPaise: number][],
): LedgerEntry {
  return {
    kind,
    ref,
    currency: 'INR',
    postings: postings.map(([account, amountPaise]) => ({ account, amountPaise })),
  }
}

export const makePayment = () =>
  makePostingSet('order_payment', 'JP1/7', [
    ['gateway:upigateway', -34_500],
    ['sales', 34_500],
  ])

export const makeRefund = (amountPaise = 34_500) =>
  makePostingSet('order_refund', 'JP1', [
    ['sales', -amountPaise],
    ['wallet:u1', amountPaise],
  ])

const entry = (kind: string, facts: Record<string, unknown>): JournalEntry => ({
  seq: 1,
  at: at.toISOString(),
  kind,
  ...facts,
})

export const makeCapture = () =>
  entry('captured', { client_txn_id: 'JP1', id: 7, amountPaise: 34_500, upi_txn_id: '4055' })

export const makeDelivery = (change: Record<string, unknown> = {}) =>
  entry('delivery', { userid: '300000001', productid: '13', order_id: 'S1', ...change })

export const makeMooGoldOrder = (partnerOrderId: string, order_id = 1) =>
  entry('order', { order_id, partnerOrderId, variation_id: 428080, account: { 'User ID': '300000001' } })

export const makeMooGoldRefund = (order_id = 1) => entry('refund', { order_id, status: 'refunded' })
