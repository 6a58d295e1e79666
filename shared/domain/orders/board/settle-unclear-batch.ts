import { staffRoleOf } from '../../../contracts/permissions.ts'
import type { UnclearBatch } from '../../../contracts/unclear-batches.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import {
  type BatchPurchase,
  type ISupplierProduct,
  type IUnclearBatch,
  inFlightUntil,
  SupplierProductModel,
  supplierProductId,
  UnclearBatchModel,
} from '../../purchasing/index.ts'
import { batchView } from '../unclear/batch-view.ts'
import { recordDisproved } from '../unclear/compare-answers.ts'
import { arrivalOf, explainBatch, keyOf, type OrdersOf } from '../unclear/explain-batch.ts'
import { ordersOf } from '../unclear/orders-of-batch.ts'
import {
  type ListMatches,
  type ListZone,
  matchOrders,
  type PurchaseToFind,
  readOrderList,
} from '../unclear/read-order-list.ts'
import { resolveUnit, type UnitDecision } from './resolve-unit.ts'

export type ResolveBatchDeps = Parameters<typeof resolveUnit>[0] & Pick<Deps, 'env'>

/** More batches are open only during a long outage of a supplier; the others appear as these are answered. */
const maxShown = 50

/** Batches with purchases that an admin must answer for, oldest first. */
export async function listUnclearBatches(): Promise<UnclearBatch[]> {
  const batches = await UnclearBatchModel.find({ isOpen: true })
    .sort({ readAt: 1 })
    .limit(maxShown)
    .lean<IUnclearBatch[]>()
  const orders = await ordersOf(batches)
  return batches.map((batch) => batchView(batch, orders))
}

async function findBatch(id: string): Promise<{ batch: IUnclearBatch; orders: OrdersOf }> {
  const batch = await UnclearBatchModel.findById(id).lean<IUnclearBatch | null>()
  if (!batch) throw new AppError('not_found', { field: 'id' })
  return { batch, orders: await ordersOf([batch]) }
}

export type BatchResolution = {
  id: string
  answers: readonly Pick<UnitDecision, 'orderid' | 'unit' | 'attempt' | 'answer'>[]
  reason?: string | undefined
  override?: true | undefined
}

export type ResolvedBatch = {
  batch: UnclearBatch
  /** Answers that could not be applied, and why. */
  rejected: { orderid: string; unit: string; message: string }[]
}

/**
 * Answers for some purchases of a batch. They are checked together against the balance readings before the
 * first is applied; then each is applied by itself, and a rejected one does not stop the others.
 * @throws not_found, answer_unexplained
 */
export async function resolveBatch(
  deps: ResolveBatchDeps,
  admin: Caller,
  { id, answers, reason, override }: BatchResolution,
): Promise<ResolvedBatch> {
  const { batch, orders } = await findBatch(id)
  const arrivals = new Map(
    answers.map((answer) => [keyOfAnswer(orders, answer), answer.answer === 'delivered']),
  )
  const explained = explainBatch(batch, (answer) => arrivals.get(keyOf(answer)) ?? arrivalOf(orders, answer))
  const mayOverride = override && staffRoleOf(admin) === 'owner' && Boolean(reason?.trim())
  if (explained.kind === 'sets' && explained.count === 0 && !mayOverride)
    throw new AppError('answer_unexplained', { field: 'answers' })
  return resolveUnits(deps, admin, {
    id,
    decisions: answers.map((answer) => ({ ...answer, reason, override })),
  })
}

function keyOfAnswer(
  orders: OrdersOf,
  { orderid, unit, attempt }: BatchResolution['answers'][number],
): string {
  const index = orders.get(orderid)?.units.findIndex(({ ref }) => ref === unit) ?? -1
  return keyOf({ orderId: orderid, index, attempt })
}

async function resolveUnits(
  deps: ResolveBatchDeps,
  admin: Caller,
  { id, decisions }: { id: string; decisions: readonly UnitDecision[] },
): Promise<ResolvedBatch> {
  const rejected: ResolvedBatch['rejected'] = []
  for (const decision of decisions) {
    try {
      await resolveUnit(deps, admin, decision)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      rejected.push({ orderid: decision.orderid, unit: decision.unit, message: error.message })
    }
  }
  const { batch, orders } = await findBatch(id)
  return { batch: batchView(batch, orders), rejected }
}

export type BatchListResult = ResolvedBatch & {
  rows: number
  purchases: {
    key: string
    is: 'found' | 'missing' | 'not_covered'
    line?: number
    text?: string
    supplierOrderId?: string
  }[]
}

/**
 * Matches the supplier's own order list with a batch. With `apply`, listed purchases without an answer become
 * delivered, with the supplier's id, and what contradicts an earlier answer becomes a supplier conflict.
 * @throws not_found
 */
export async function readBatchList(
  deps: ResolveBatchDeps,
  admin: Caller,
  { id, text, zone, apply }: { id: string; text: string; zone: ListZone; apply?: true | undefined },
): Promise<BatchListResult> {
  const { batch, orders } = await findBatch(id)
  const rows = readOrderList(text, zone)
  const matched = matchOrders(rows, await purchasesToFind(batch, orders), matchWindow(deps))
  const settled = apply
    ? await applyList(deps, admin, { batch, orders, matched })
    : { batch: batchView(batch, orders), rejected: [] }
  return { rows: rows.length, purchases: listedPurchases(batch, matched), ...settled }
}

const toleranceMs = 2 * 60_000
const matchWindow = ({ env }: ResolveBatchDeps) => ({
  beforeMs: toleranceMs,
  afterMs: inFlightUntil(env, { sentAt: new Date(0) }).getTime() + toleranceMs,
})

async function purchasesToFind(
  { account, unclear }: IUnclearBatch,
  orders: OrdersOf,
): Promise<PurchaseToFind[]> {
  const ids = unclear.map(({ supplierItemId }) => supplierProductId(account, supplierItemId))
  const products = await SupplierProductModel.find({ _id: { $in: ids } }).lean<ISupplierProduct[]>()
  return unclear.flatMap((purchase) => {
    const order = orders.get(purchase.orderId)
    const sentAt = order?.units[purchase.index]?.sentAt
    if (!order || !sentAt) return []
    const listedName =
      products.find(({ supplierItemId }) => supplierItemId === purchase.supplierItemId)?.name ?? ''
    const { supplierItemId, cost } = purchase
    return [
      {
        key: keyOf(purchase),
        player: order.input1,
        supplierItemId,
        cost,
        sentAt,
        names: [order.item.name, listedName],
      },
    ]
  })
}

const listedPurchases = (
  { unclear }: IUnclearBatch,
  { found, missing }: ListMatches,
): BatchListResult['purchases'] =>
  unclear.map((purchase) => {
    const key = keyOf(purchase)
    const row = found.get(key)
    if (row) {
      const { line, text, supplierOrderId } = row
      return { key, is: 'found', line, text: text.slice(0, 300), supplierOrderId }
    }
    return { key, is: missing.includes(key) ? 'missing' : 'not_covered' }
  })

type MatchedBatch = { batch: IUnclearBatch; orders: OrdersOf; matched: ListMatches }

async function applyList(
  deps: ResolveBatchDeps,
  admin: Caller,
  { batch, orders, matched: { found, missing } }: MatchedBatch,
): Promise<ResolvedBatch> {
  const decisions: UnitDecision[] = []
  for (const purchase of batch.unclear) {
    const arrived = arrivalOf(orders, purchase)
    const row = found.get(keyOf(purchase))
    const decision = row && deliveredDecision(orders, purchase, row.supplierOrderId)
    if (arrived === undefined && decision) decisions.push(decision)
    if (arrived === false && row)
      await recordDisproved(deps, purchase, `The supplier’s list has it as ${row.supplierOrderId}.`)
    if (arrived === true && missing.includes(keyOf(purchase)) && !hasSupplierOrderId(orders, purchase))
      await recordDisproved(deps, purchase, 'The supplier’s list does not have it.')
  }
  return resolveUnits(deps, admin, { id: batch._id, decisions })
}

const hasSupplierOrderId = (orders: OrdersOf, { orderId, index }: BatchPurchase): boolean =>
  orders.get(orderId)?.units[index]?.supplierOrderId !== ''

function deliveredDecision(
  orders: OrdersOf,
  { orderId, index, attempt }: BatchPurchase,
  supplierOrderId: string,
): UnitDecision | undefined {
  const unit = orders.get(orderId)?.units[index]
  return unit && { orderid: orderId, unit: unit.ref, attempt, answer: 'delivered', supplierOrderId }
}
