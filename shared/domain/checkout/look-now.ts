import type { Model } from 'mongoose'
import { coalesce } from '../../platform/coalesce.ts'
import type { Lane } from '../../platform/due.ts'
import type { JobDefinition } from '../../platform/queues.ts'
import type { Deps } from '../deps.ts'
import { checkOrderPayment, fulfilOrderJob, type OrderDoc, OrderModel } from '../orders/index.ts'
import { clientTxnIdOf } from '../payments/index.ts'
import { checkTopUpPayment, MovementModel } from '../wallet/index.ts'

type LookDeps = Pick<Deps, 'clock' | 'queues'>
type Lanes = { _id: string; due: Record<string, Lane> }

/**
 * Remembers that a payment should be looked at now: in the document first, then in the queue. This is all that a
 * gateway's unsigned callback can make us do; it may name any of the payment's links.
 * @returns false when we know no such payment
 */
export async function lookForPaymentNow(deps: LookDeps, clientTxnId: string): Promise<boolean> {
  const _id = clientTxnIdOf(clientTxnId)
  const lane = { lane: 'payment', stamp: 'payment.calledAt' }
  if (_id.startsWith('JT')) {
    const target = { ...lane, model: MovementModel, jobFor: () => checkTopUpPayment }
    return bringForward(deps, { _id, kind: 'topup' }, target)
  }
  const target = { ...lane, model: OrderModel, jobFor: () => checkOrderPayment }
  return bringForward(deps, { _id, payment: { $ne: null } }, target)
}

/** Two suppliers may give the same number; what has it more often was not sent by them. */
const mostOfOneName = 20

/**
 * Remembers that a supplier has news about one of its orders.
 * @returns false when no unit has that supplier order (yet): the callback can beat the answer to our call
 */
export async function lookForUnitNow(deps: LookDeps, supplierOrderId: string): Promise<boolean> {
  const known = await OrderModel.find({ 'units.supplierOrderId': supplierOrderId })
    .select('_id')
    .limit(mostOfOneName)
    .lean<{ _id: string }[]>()
  const waiting = {
    units: { $elemMatch: { supplierOrderId, state: { $in: ['sending', 'unknown'] } } },
    status: 'Processing',
    'due.fulfil.at': { $ne: null },
  }
  const target = { model: OrderModel, lane: 'fulfil', jobFor: fulfilOrderJob }
  await Promise.all(known.map(({ _id }) => bringForward(deps, { _id, ...waiting }, target)))
  return known.length > 0
}

type Filter = { _id: string } & Record<string, unknown>
type Target = {
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>
  lane: string
  jobFor(document: OrderDoc): JobDefinition
  /** A time to write beside the lane's. */
  stamp?: string
}

/**
 * Makes the work due now, with another `seq`: a look that may be under way, whose answer can be older than this news,
 * then finds that it was not the last. Of many callbacks at once two are enough.
 */
function bringForward(deps: LookDeps, filter: Filter, target: Target): Promise<boolean> {
  return coalesce(`${target.lane} ${JSON.stringify(filter)}`, () => remind(deps, filter, target))
}

async function remind(
  { clock, queues }: LookDeps,
  filter: Filter,
  { model, lane, jobFor, stamp }: Target,
): Promise<boolean> {
  const path = `due.${lane}`
  const now = clock.now()
  const found = await model
    .findOneAndUpdate(
      filter,
      { $set: { [`${path}.at`]: now, ...(stamp ? { [stamp]: now } : {}) }, $inc: { [`${path}.seq`]: 1 } },
      { returnDocument: 'after' },
    )
    .lean<Lanes | null>()
  const due = found?.due[lane]
  if (!found || !due?.at) return false
  const job = jobFor(found as unknown as OrderDoc)
  await queues.enqueue(job, found._id, { at: due.at, seq: due.seq, isUrgent: true })
  return true
}
