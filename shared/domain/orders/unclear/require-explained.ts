import type { ClientSession } from 'mongoose'
import { staffRoleOf } from '../../../contracts/permissions.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import {
  type BatchPurchase,
  type IUnclearBatch,
  type IUnit,
  UnclearBatchModel,
} from '../../purchasing/index.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { type CompareDeps, recordDisproved } from './compare-answers.ts'
import { arrivalOf, explainBatch, keyOf, type OrdersOf } from './explain-batch.ts'
import { ordersOf } from './orders-of-batch.ts'

/** An admin's answer about a unit: whether it arrived. */
export type UnitAnswer = {
  order: OrderDoc
  unit: IUnit
  arrived: boolean
  /** An owner answers against the balance readings, with a reason. */
  override?: boolean | undefined
  /** The id of the purchase in the supplier's own list. */
  supplierOrderId?: string | undefined
  /** A second approver approves what an owner has requested. */
  approved?: object | undefined
  reason?: string | undefined
}

/** Writes in the transaction of a change. */
export type InSameTransaction = ((tx: ClientSession) => Promise<void>) | undefined

/** Runs the writes one after the other, as MongoDB requires for one session. */
export const inOneTransaction =
  (all: readonly InSameTransaction[]) =>
  async (tx: ClientSession): Promise<void> => {
    for (const one of all) await one?.(tx)
  }

export type AnswerEffects = {
  /** Fails if a concurrent answer about the batch was written first. */
  inSameTransaction?: InSameTransaction
  /** Runs once the answer is written. */
  afterwards(deps: CompareDeps, order: OrderDoc): Promise<OrderDoc>
}

const noEffects: AnswerEffects = { afterwards: async (_deps, order) => order }

/**
 * Checks an answer about an unclear purchase against the balance readings of its batch and the answers about
 * the others.
 * @throws answer_unexplained when no set of purchases with this answer explains the readings, and no owner
 * overrides that with a reason
 */
export async function requireExplained(admin: Caller, answer: UnitAnswer): Promise<AnswerEffects> {
  if (answer.unit.state !== 'unknown') return noEffects
  const found = await batchOf(answer)
  if (!found) return noEffects
  const { batch, purchase, orders } = found
  const explained = explainBatch(batch, (other) =>
    keyOf(other) === keyOf(purchase) ? answer.arrived : arrivalOf(orders, other),
  )
  const inSameTransaction = lockBatchVersion(batch)
  // The supplier's own list decides if the readings cannot be explained at all.
  const isListed = answer.supplierOrderId && isUnexplained(batch)
  if (explained.kind === 'nothing' || explained.count > 0 || isListed)
    return { inSameTransaction, afterwards: afterAnswer(batch) }
  const isOwner = staffRoleOf(admin) === 'owner' || answer.approved !== undefined
  if (answer.override && isOwner && answer.reason?.trim())
    return { inSameTransaction, afterwards: afterAnswer(batch, purchase) }
  throw new AppError('answer_unexplained', { field: answer.override && isOwner ? 'reason' : 'answer' })
}

const isUnexplained = (batch: IUnclearBatch): boolean => {
  const explained = explainBatch(batch, () => undefined)
  return explained.kind === 'sets' && explained.count === 0
}

/** @param against the purchase with an answer that contradicts the readings */
const afterAnswer =
  ({ _id }: IUnclearBatch, against?: BatchPurchase): AnswerEffects['afterwards'] =>
  async (deps, order) => {
    await closeIfAnswered(_id)
    if (!against) return order
    await recordDisproved(deps, against, 'No set of purchases explains the balance with it.')
    return (await readOrder(order._id)) ?? order
  }

/** The batch in which the unit's current attempt is unclear, with its orders. */
export async function batchOf({
  order,
  unit,
}: Pick<UnitAnswer, 'order' | 'unit'>): Promise<
  { batch: IUnclearBatch; purchase: BatchPurchase; orders: OrdersOf } | undefined
> {
  const index = order.units.findIndex(({ ref }) => ref === unit.ref)
  const batches = await UnclearBatchModel.find({ 'unclear.orderId': order._id }).lean<IUnclearBatch[]>()
  for (const batch of batches) {
    const purchase = batch.unclear.find(
      (candidate) =>
        candidate.orderId === order._id && candidate.index === index && candidate.attempt === unit.attempt,
    )
    if (purchase) return { batch, purchase, orders: await ordersOf([batch]) }
  }
  return undefined
}

const lockBatchVersion =
  ({ _id, version }: IUnclearBatch) =>
  async (tx: ClientSession): Promise<void> => {
    const counted = await UnclearBatchModel.updateOne(
      { _id, version },
      { $inc: { version: 1 } },
      { session: tx },
    )
    if (counted.matchedCount === 0) throw new AppError('order_changed')
  }

/** Closes a batch when each of its purchases is answered. */
async function closeIfAnswered(batchId: string): Promise<void> {
  const batch = await UnclearBatchModel.findById(batchId).lean<IUnclearBatch | null>()
  if (!batch?.isOpen) return
  const orders = await ordersOf([batch])
  if (batch.unclear.some((one) => arrivalOf(orders, one) === undefined)) return
  await UnclearBatchModel.updateOne({ _id: batchId }, { $set: { isOpen: false } })
}
