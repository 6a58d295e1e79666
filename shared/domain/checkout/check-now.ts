import type { Model } from 'mongoose'
import { supplierNameFor } from '../../contracts/api-types.ts'
import { batchDelays, batchReads } from '../../platform/batches/index.ts'
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
 * Schedules the check of a payment for the earliest time at which the gateway may be asked: in the document, then in
 * the queue. This is all that a gateway's unsigned callback can cause; it may name any attempt of the payment.
 * Concurrent callbacks for one payment share at most two runs.
 * @returns false when the payment is unknown
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
    const allowedAt = ({ payment }: PaymentTarget) =>
      nextCheckAllowedAt(payment, { now, gapMs: deps.env.PAYMENT_CHECK_GAP_MS })
    return schedulePromptly(deps, target, {
      filter,
      at: allowedAt(found),
      set: { 'payment.callbackAt': now },
      // A check that was recorded since the read would refuse a job that runs at that time.
      notBefore: (after) => allowedAt(after as WithDueTasks & PaymentTarget),
    })
  })
}

/** Two suppliers may use the same number; one that has more orders was not sent by either. */
const maxPerName = 20

/**
 * Schedules the work of orders about which a supplier sent a callback. Concurrent callbacks for one supplier order
 * share at most two runs.
 * @returns false when no unit has that supplier order (yet)
 */
export function checkUnitNow(deps: QueueDeps, supplierOrderId: string): Promise<boolean> {
  return coalesce(`unit ${supplierOrderId}`, async () => {
    const orders = (await ordersOf(supplierOrderId)) ?? []
    // Includes ended orders whose units are followed up.
    const isOpen: Guard<IUnit> = { $or: [{ state: { $in: ['sending', 'unknown'] } }, { isFollowedUp: true }] }
    const waiting: Omit<Filter, '_id'> = {
      units: { $elemMatch: { supplierOrderId, ...isOpen } },
      'due.fulfil.at': { $ne: null },
    }
    const open = orders.filter((order) => isWaiting(order, supplierOrderId))
    const at = deps.clock.now()
    await Promise.all(
      open.map((order) =>
        isPolled(order, supplierOrderId)
          ? pollNow(deps, order, { filter: { _id: order._id, ...waiting }, at })
          : schedulePromptly(deps, fulfilment, { filter: { _id: order._id, ...waiting }, at }),
      ),
    )
    return orders.length > 0
  })
}

type KnownOrder = Pick<OrderDoc, '_id' | 'units' | 'due' | 'item' | 'status'>

/** Accepted by the supplier in an open order, so that the supplier is polled about it. */
const isPolled = ({ status, units }: KnownOrder, id: string): boolean =>
  status === 'Processing' && units.some((unit) => unit.supplierOrderId === id && unit.state === 'sending')

/**
 * Brings the planned poll forward, ahead of all purchases. A poll in progress, whose answer may be older than the
 * callback, is followed by another one, unless it ends the order.
 */
async function pollNow(
  deps: QueueDeps,
  { _id, item }: KnownOrder,
  { filter, at }: { filter: Filter; at: Date },
): Promise<unknown> {
  const account = supplierNameFor(item.apiType)
  const isPlanned = account && deps.polls && (await planPoll(deps, account, { id: _id, at }))
  return isPlanned || schedulePromptly(deps, fulfilment, { filter, at })
}

const planPoll = async ({ polls, log }: QueueDeps, account: string, { id, at }: { id: string; at: Date }) => {
  try {
    await polls?.plan(account, id, at)
    return true
  } catch (error) {
    log.warn({ orderId: id, err: String(error) }, 'a poll was not planned')
    return false
  }
}

/** Orders by supplier order id. Concurrent calls share one query. */
const ordersOf = batchReads(
  async (supplierOrderIds: string[]) => {
    // `$gt` repeats the condition of the partial index, so that the query planner can use it.
    const orders = await OrderModel.find({ 'units.supplierOrderId': { $in: supplierOrderIds, $gt: '' } })
      .select({
        status: 1,
        'item.apiType': 1,
        'due.fulfil': 1,
        'units.supplierOrderId': 1,
        'units.state': 1,
        'units.isFollowedUp': 1,
      })
      .limit(maxPerName * supplierOrderIds.length)
      .lean<KnownOrder[]>()
    const hasSupplierOrder = (order: KnownOrder, id: string) =>
      order.units.some((unit) => unit.supplierOrderId === id)
    return new Map(supplierOrderIds.map((id) => [id, orders.filter((order) => hasSupplierOrder(order, id))]))
  },
  { batchDelayMs: batchDelays.background },
)

/** The poll in progress has usually found the result already; the update then applies to the order's current state. */
const isWaiting = ({ due, units }: KnownOrder, id: string): boolean =>
  due.fulfil.at !== null && units.some((unit) => unit.supplierOrderId === id && isUnresolved(unit))

/**
 * Makes the task due at a time with another `seq`: a check in progress, whose answer may be older than the callback,
 * then does not count as the last.
 */
async function schedulePromptly(
  { queues }: QueueDeps,
  { model, task, jobFor }: Target,
  { filter, at, set = {}, notBefore = () => at }: PromptTask,
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
  const runAt = new Date(Math.max(due.at.getTime(), notBefore(found).getTime()))
  await queues.enqueue(job, found._id, { at: runAt, seq: due.seq, isUrgent: true })
  return true
}

/** `notBefore`: the earliest time for the job, by the document after the update. */
type PromptTask = { filter: Filter; at: Date; set?: PaymentSet; notBefore?: (after: WithDueTasks) => Date }
