import type { Model } from 'mongoose'
import type { Lane } from '../../platform/due.ts'
import type { JobDefinition } from '../../platform/queues.ts'
import type { Deps } from '../deps.ts'
import { checkOrderPayment, fulfilOrderJob, OrderModel } from '../orders/index.ts'
import { checkTopUpPayment, MovementModel } from '../wallet/index.ts'

type LookDeps = Pick<Deps, 'clock' | 'queues'>
type Lanes = { _id: unknown; due: Record<string, Lane> }

/** A callback repeated within so long is one. */
const soonMs = 100

/**
 * Remembers that a payment should be looked at now: in the document first, then in the queue. This is all that a
 * gateway's unsigned callback can make us do.
 * @returns false when we know no such payment
 */
export async function lookForPaymentNow(deps: LookDeps, clientTxnId: string): Promise<boolean> {
  if (clientTxnId.startsWith('JT')) {
    const target = { model: MovementModel, lane: 'payment', job: checkTopUpPayment }
    return bringForward(deps, { txnid: clientTxnId, kind: 'topup' }, target)
  }
  return bringForward(
    deps,
    { orderid: clientTxnId, payment: { $ne: null } },
    { model: OrderModel, lane: 'payment', job: checkOrderPayment },
  )
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
type Target = { model: Model<any>; lane: string; job: JobDefinition }

/**
 * What is queued and not begun needs no second reminder. A look that may be under way does: its answer may be
 * older than this news, so another is owed right after.
 */
async function bringForward(
  deps: LookDeps,
  filter: Record<string, unknown>,
  target: Target,
): Promise<boolean> {
  const now = deps.clock.now()
  const soon = new Date(now.getTime() + soonMs)
  const path = `due.${target.lane}`
  const found =
    (await remind(
      target,
      { ...filter, $or: [{ [`${path}.at`]: null }, { [`${path}.at`]: { $gt: soon } }] },
      now,
    )) ?? (await remind(target, { ...filter, [`${path}.at`]: { $lte: now } }, soon))
  const lane = found?.due[target.lane]
  if (!found || !lane?.at) return (await target.model.exists(filter)) !== null
  await deps.queues.enqueue(target.job, String(found._id), { at: lane.at, seq: lane.seq })
  return true
}

function remind(target: Target, filter: Record<string, unknown>, at: Date): Promise<Lanes | null> {
  const path = `due.${target.lane}`
  return target.model
    .findOneAndUpdate(
      filter,
      { $set: { [`${path}.at`]: at }, $inc: { [`${path}.seq`]: 1 } },
      { returnDocument: 'after' },
    )
    .lean<Lanes | null>()
}
