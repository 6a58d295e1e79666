import type { Model } from 'mongoose'
import { supplierNameFor } from '../../contracts/api-types.ts'
import { batchReads } from '../../platform/batch-reads.ts'
import { coalesce } from '../../platform/coalesce.ts'
import { schedule, type Task } from '../../platform/due-tasks.ts'
import type { JobDefinition } from '../../platform/job-definition.ts'
import type { Guard } from '../../platform/typed-update.ts'
import type { Deps } from '../deps.ts'
import {
  checkOrderPayment,
  fulfilOrderJob,
  isUnresolved,
  type OrderDoc,
  OrderModel,
} from '../orders/index.ts'
import { clientTxnIdOf, type IPayment, nextCheckAllowedAt, type PaymentSet } from '../payments/index.ts'
import type { IUnit } from '../purchasing/index.ts'
import { checkTopUpPayment, WalletTransactionModel } from '../wallet/index.ts'

type QueueDeps = Pick<Deps, 'clock' | 'queues' | 'log' | 'polls'>
type CheckNowDeps = QueueDeps & { env: Pick<Deps['env'], 'PAYMENT_CHECK_GAP_MS'> }
type WithDueTasks = { _id: string; due: Record<string, Task> }
type PaymentTarget = { payment: Pick<IPayment, 'checkedAt'> }

// biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
type Target = { model: Model<any>; task: string; jobFor(document: OrderDoc): JobDefinition }
type Filter = Omit<Guard<OrderDoc>, '_id'> & { _id: string; kind?: 'topup' }

const orderPayments: Target = { model: OrderModel, task: 'payment', jobFor: () => checkOrderPayment }
const topUpPayments: Target = {
  model: WalletTransactionModel,
  task: 'payment',
  jobFor: () => checkTopUpPayment,
}
const fulfilment: Target = { model: OrderModel, task: 'fulfil', jobFor: fulfilOrderJob }

/**
 * Remembers that a payment should be looked at as soon as the gateway may be asked: in the document first, then in the
 * queue. This is all that a gateway's unsigned callback can make us do; it may name any of the payment's links. Of many
 * callbacks at once two are enough.
 * @returns false when we know no such payment
 */
export function checkPaymentNow(deps: CheckNowDeps, attemptId: string): Promise<boolean> {
  const _id = clientTxnIdOf(attemptId)
  return coalesce(`payment ${_id}`, async () => {
    const isTopUp = _id.startsWith('JT')
    const target = isTopUp ? topUpPayments : orderPayments
    const filter: Filter = { _id, payment: { $ne: null }, ...(isTopUp ? { kind: 'topup' } : {}) }
    const found = await target.model.findOne(filter, { 'payment.checkedAt': 1 }).lean<PaymentTarget | null>()
    if (!found) return false
    const now = deps.clock.now()
    const at = nextCheckAllowedAt(found.payment, { now, gapMs: deps.env.PAYMENT_CHECK_GAP_MS })
    return remind(deps, target, { filter, at, set: { 'payment.callbackAt': now } })
  })
}

/** Two suppliers may give the same number; what has it more often was not sent by them. */
const maxPerName = 20

/**
 * Remembers that a supplier has news about one of its orders. Of many callbacks at once two are enough.
 * @returns false when no unit has that supplier order (yet)
 */
export function checkUnitNow(deps: QueueDeps, supplierOrderId: string): Promise<boolean> {
  return coalesce(`unit ${supplierOrderId}`, async () => {
    const known = (await ordersOf(supplierOrderId)) ?? []
    // Also of an order that is closed and whose packs are watched to their end.
    const isOpen: Guard<IUnit> = { $or: [{ state: { $in: ['sending', 'unknown'] } }, { isFollowedUp: true }] }
    const waiting: Omit<Filter, '_id'> = {
      units: { $elemMatch: { supplierOrderId, ...isOpen } },
      'due.fulfil.at': { $ne: null },
    }
    const open = known.filter((order) => isWaiting(order, supplierOrderId))
    const at = deps.clock.now()
    await Promise.all(
      open.map((order) =>
        isPolled(order, supplierOrderId)
          ? pollNow(deps, order, { filter: { _id: order._id, ...waiting }, at })
          : remind(deps, fulfilment, { filter: { _id: order._id, ...waiting }, at }),
      ),
    )
    return known.length > 0
  })
}

type Known = Pick<OrderDoc, '_id' | 'units' | 'due' | 'item' | 'status'>

/** Accepted in an open order, so that its supplier is polled about it. */
const isPolled = ({ status, units }: Known, id: string): boolean =>
  status === 'Processing' && units.some((unit) => unit.supplierOrderId === id && unit.state === 'sending')

/**
 * The poll that is planned comes at once, ahead of all purchases; one that is under way, whose answer may be older than
 * this news, is followed by another, unless it ends the order.
 */
async function pollNow(
  deps: QueueDeps,
  { _id, item }: Known,
  { filter, at }: { filter: Filter; at: Date },
): Promise<unknown> {
  const account = supplierNameFor(item.apiType)
  const isPlanned = account && deps.polls && (await plan(deps, account, { id: _id, at }))
  return isPlanned || remind(deps, fulfilment, { filter, at })
}

const plan = async ({ polls, log }: QueueDeps, account: string, { id, at }: { id: string; at: Date }) => {
  try {
    await polls?.plan(account, id, at)
    return true
  } catch (error) {
    log.warn({ orderid: id, err: String(error) }, 'a poll was not planned')
    return false
  }
}

/** By the number that the supplier gave. All that are asked for at the same time are one query. */
const ordersOf = batchReads(async (supplierOrderIds: string[]) => {
  // `$gt` repeats the index's own condition, so that every planner sees that the index has them all.
  const found = await OrderModel.find({ 'units.supplierOrderId': { $in: supplierOrderIds, $gt: '' } })
    .select({
      ...{ status: 1, 'item.apiType': 1, 'due.fulfil': 1 },
      ...{ 'units.supplierOrderId': 1, 'units.state': 1, 'units.isFollowedUp': 1 },
    })
    .limit(maxPerName * supplierOrderIds.length)
    .lean<Known[]>()
  const has = (order: Known, id: string) => order.units.some((unit) => unit.supplierOrderId === id)
  return new Map(supplierOrderIds.map((id) => [id, found.filter((order) => has(order, id))]))
})

/** Mostly the look that is under way has found out already; what is written then goes by the order as it is. */
const isWaiting = ({ due, units }: Known, id: string): boolean =>
  due.fulfil.at !== null && units.some((unit) => unit.supplierOrderId === id && isUnresolved(unit))

/**
 * Makes the work due at a time, with another `seq`: a look that may be under way, whose answer can be older than this
 * news, then finds that it was not the last.
 */
async function remind(
  { queues }: QueueDeps,
  { model, task, jobFor }: Target,
  { filter, at, set = {} }: { filter: Filter; at: Date; set?: PaymentSet },
): Promise<boolean> {
  const scheduled = schedule({ [task]: at })
  const found = await model
    .findOneAndUpdate(
      filter,
      { $set: { ...scheduled.set, ...set }, $inc: scheduled.inc },
      { returnDocument: 'after' },
    )
    .lean<WithDueTasks | null>()
  const due = found?.due[task]
  if (!found || !due?.at) return false
  const job = jobFor(found as unknown as OrderDoc)
  await queues.enqueue(job, found._id, { at: due.at, seq: due.seq, isUrgent: true })
  return true
}
