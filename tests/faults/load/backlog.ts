import { randomUUID } from 'node:crypto'
import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import type { WalletTransactionDoc } from '@jhatpat/shared/domain/wallet/index.ts'
import { newReference } from '@jhatpat/shared/platform/ids.ts'
import type { FaultEnvironment } from '../environment/environment.ts'
import type { LedgerEntry } from './evidence.ts'

/** Real documents of the shop; the backlog consists of copies of them. */
export type Templates = {
  /** Waits for payment. */
  unpaid: OrderDoc
  /** Paid from the wallet, with no purchase yet. */
  paid: OrderDoc
}

export type BacklogSize = { unpaid: number; paid: number; notifications: number }

/** The task that each part of a backlog waits for. */
export type Part = { name: keyof BacklogSize; task: 'payment' | 'fulfil' | 'notify'; ids: string[] }

const hourMs = 3_600_000
const atOnce = 5_000

/**
 * Writes orders directly into the database whose tasks are hours overdue and not enqueued: payments to
 * check, units to buy with all records of their payment, and notifications to send.
 */
export async function insertBacklog(
  environment: FaultEnvironment,
  from: Templates,
  size: BacklogSize,
): Promise<Part[]> {
  const keys = environment.db.collection<{ _id: string }>('idempotency_keys')
  const key = await keys.findOne({ ref: from.paid._id.slice(2) })
  if (!key) throw new Error('the template was made under no key')
  const parts = [
    { name: 'unpaid', task: 'payment', orders: many(size.unpaid, from.unpaid, asUnpaid) },
    { name: 'paid', task: 'fulfil', orders: many(size.paid, from.paid, asPaid) },
    { name: 'notifications', task: 'notify', orders: many(size.notifications, from.unpaid, asClosed) },
  ] as const
  for (const { orders } of parts) {
    await insert(environment, 'orders', orders)
    const used = orders.map(({ _id }) => ({ ...key, _id: randomUUID(), ref: _id.slice(2) }))
    await insert(environment, 'idempotency_keys', used)
  }
  await payFor(environment, from.paid, parts[1].orders)
  return parts.map(({ name, task, orders }) => ({ name, task, ids: orders.map(({ _id }) => _id) }))
}

/** Number of a part's tasks that have not been enqueued again: their time is still the original one. */
export async function countUnqueued(
  { db }: FaultEnvironment,
  parts: readonly Part[],
  before: Date,
): Promise<number> {
  const counts = parts.map(({ task }) =>
    db
      .collection<{ _id: string }>('orders')
      .countDocuments({ [`due.${task}.at`]: { $type: 'date', $lt: before } }),
  )
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
}

type Scheduled = { dueAt: Date; index: number }

function many(
  count: number,
  template: OrderDoc,
  change: (order: OrderDoc, scheduled: Scheduled) => OrderDoc,
) {
  const now = Date.now()
  return Array.from({ length: count }, (_, index) => {
    const dueAt = new Date(now - hourMs - Math.floor((index * hourMs) / count))
    const _id = newReference('JP', new Date(now))
    const { units, payment } = renamed(template, template._id, _id)
    const none = { at: null, seq: 1 }
    const due = { payment: none, fulfil: none, notify: none, completion: none, sweepCount: 0 }
    // As if it was not touched since its task came due.
    return change({ ...template, _id, units, payment, due, updatedAt: dueAt }, { dueAt, index })
  })
}

/** The ids that contain an order's id: of its units and its payment attempts. */
function renamed(
  { units, payment }: OrderDoc,
  from: string,
  to: string,
): Pick<OrderDoc, 'units' | 'payment'> {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(from, to)
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object' || value instanceof Date) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one)]))
  }
  return walk({ units, payment }) as Pick<OrderDoc, 'units' | 'payment'>
}

const asUnpaid = (order: OrderDoc, { dueAt }: Scheduled): OrderDoc => ({
  ...order,
  payment: order.payment && { ...order.payment, payBefore: dueAt },
  due: { ...order.due, payment: { at: dueAt, seq: 1 } },
})

const asPaid = (order: OrderDoc, { dueAt, index }: Scheduled): OrderDoc => ({
  ...order,
  input1: String(800_000_000 + index),
  due: { ...order.due, fulfil: { at: dueAt, seq: 1 } },
})

/** Closed unpaid, with its payment's last check done. */
function asClosed(order: OrderDoc, { dueAt }: Scheduled): OrderDoc {
  const version = order.version + 1
  const row = { version, at: dueAt, from: order.status, to: 'Failed' as const, by: 'system', reason: '' }
  return {
    ...order,
    status: 'Failed',
    version,
    history: [...order.history, row],
    ended: { at: dueAt, by: row.by },
    payment: order.payment && { ...order.payment, state: 'failed', payBefore: dueAt },
    due: { ...order.due, notify: { at: dueAt, seq: 1 } },
  }
}

/** The other records of a wallet order: a journal entry, and a wallet transaction. */
async function payFor(
  { db }: FaultEnvironment,
  template: OrderDoc,
  orders: readonly OrderDoc[],
): Promise<void> {
  const entry = await db
    .collection<LedgerEntry & { _id: string }>('journal_entries')
    .findOne({ ref: template._id })
  const line = await db
    .collection<WalletTransactionDoc>('wallet_transactions')
    .findOne({ orderid: template._id })
  if (!entry || !line) throw new Error('the template is not paid for')
  const environment = { db }
  const entries = orders.map(({ _id }) => ({ ...entry, _id: `${entry.kind}:${_id}`, ref: _id }))
  await insert(environment, 'journal_entries', entries)
  const lines = orders.map(({ _id }) => ({ ...line, _id: newReference('JW', new Date()), orderid: _id }))
  await insert(environment, 'wallet_transactions', lines)
  // Credited first, so that the balance stays unchanged.
  const sum = template.pricePaise * orders.length
  const postings = [
    { account: 'adjustments', amountPaise: -sum },
    { account: `wallet:${template.userId}`, amountPaise: sum },
  ]
  await insert(environment, 'journal_entries', [
    { ...entry, _id: 'adjustment:backlog', kind: 'adjustment', ref: 'backlog', postings },
  ])
}

async function insert(
  { db }: Pick<FaultEnvironment, 'db'>,
  name: string,
  documents: readonly object[],
): Promise<void> {
  for (let from = 0; from < documents.length; from += atOnce)
    await db.collection(name).insertMany(documents.slice(from, from + atOnce) as never)
}
