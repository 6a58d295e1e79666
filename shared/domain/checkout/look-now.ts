import type { Model } from 'mongoose'
import { coalesce } from '../../platform/coalesce.ts'
import type { Lane } from '../../platform/due.ts'
import type { JobDefinition } from '../../platform/queues.ts'
import type { Deps } from '../deps.ts'
import { checkOrderPayment, fulfilOrderJob, OrderModel } from '../orders/index.ts'
import { clientTxnIdOf } from '../payments/index.ts'
import { checkTopUpPayment, MovementModel } from '../wallet/index.ts'

type LookDeps = Pick<Deps, 'clock' | 'queues'>
type Lanes = { _id: unknown; due: Record<string, Lane> }

/**
 * Remembers that a payment should be looked at now: in the document first, then in the queue. This is all that a
 * gateway's unsigned callback can make us do; it may name any of the payment's links.
 * @returns false when we know no such payment
 */
export async function lookForPaymentNow(deps: LookDeps, clientTxnId: string): Promise<boolean> {
  const id = clientTxnIdOf(clientTxnId)
  const lane = { lane: 'payment', stamp: 'payment.calledAt' }
  if (id.startsWith('JT')) {
    const target = { ...lane, model: MovementModel, job: checkTopUpPayment }
    return bringForward(deps, { txnid: id, kind: 'topup' }, target)
  }
  const target = { ...lane, model: OrderModel, job: checkOrderPayment }
  return bringForward(deps, { orderid: id, payment: { $ne: null } }, target)
}

/**
 * Remembers that a supplier has news about one of its orders.
 * @returns false when no unit has that supplier order (yet): the callback can beat the answer to our call
 */
export async function lookForUnitNow(deps: LookDeps, supplierOrderId: string): Promise<boolean> {
  const known = await OrderModel.exists({ 'units.supplierOrderId': supplierOrderId })
  if (!known) return false
  const waiting = {
    units: { $elemMatch: { supplierOrderId, state: { $in: ['sending', 'unknown'] } } },
    status: 'Processing',
    'due.fulfil.at': { $ne: null },
  }
  await bringForward(deps, waiting, { model: OrderModel, lane: 'fulfil', job: fulfilOrderJob })
  return true
}

// biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
type Target = { model: Model<any>; lane: string; job: JobDefinition; stamp?: string }

/**
 * Makes the work due now, with another `seq`: a look that may be under way, whose answer can be older than this news,
 * then finds that it was not the last. Of many callbacks at once two are enough.
 */
function bringForward(deps: LookDeps, filter: Record<string, unknown>, target: Target): Promise<boolean> {
  return coalesce(`${target.job.name} ${JSON.stringify(filter)}`, () => remind(deps, filter, target))
}

async function remind(
  { clock, queues }: LookDeps,
  filter: Record<string, unknown>,
  { model, lane, job, stamp }: Target,
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
  await queues.enqueue(job, String(found._id), { at: due.at, seq: due.seq, isUrgent: true })
  return true
}
