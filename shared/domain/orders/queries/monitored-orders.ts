import { supplierNameFor } from '../../../contracts/api-types.ts'
import { promiseMs } from '../../../contracts/order-status.ts'
import type { PendingReasonKind } from '../../../contracts/pending-reasons.ts'
import { readSnapshot, snapshotOptions } from '../../../platform/snapshot.ts'
import {
  allOrdersIndexes,
  boardIndex,
  deliveryTimesIndex,
  orderCountersIndex,
  unknownUnitsIndex,
  unpaidIndex,
} from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'

/** Open orders of one kind: `unpaid`, or paid, by the reason for which they wait; `none` while work continues. */
export type OpenOrders = {
  reason: PendingReasonKind | 'none' | 'unpaid'
  orders: number
  paise: number
  /** When the oldest was paid; null for unpaid ones. */
  oldestAt: Date | null
}

/** Counts open orders from indexes alone. */
export async function countOpenOrders(): Promise<OpenOrders[]> {
  const [paid, unpaid] = await Promise.all([
    OrderModel.aggregate<OpenOrders>([
      { $match: { status: 'Processing' } },
      {
        $group: {
          _id: { $ifNull: ['$pendingReason.kind', 'none'] },
          orders: { $sum: 1 },
          paise: { $sum: '$pricePaise' },
          oldestAt: { $min: '$processingAt' },
        },
      },
      { $project: { _id: 0, reason: '$_id', orders: 1, paise: 1, oldestAt: 1 } },
    ]).hint(boardIndex),
    OrderModel.countDocuments({ status: 'Created' }).hint(unpaidIndex),
  ])
  return [...paid, { reason: 'unpaid', orders: unpaid, paise: 0, oldestAt: null }]
}

/** Purchases without a known outcome at an account, and when the first of them was sent. */
export type UnknownUnits = { account: string; units: number; since: Date }

/** More orders than this are not read. */
const maxRead = 500

type UnknownOrder = Pick<OrderDoc, '_id' | 'item' | 'units'>

/**
 * Counts by the units themselves: what an order waits for may be another thing, and its age says nothing about a unit.
 */
export async function countUnknownUnits(): Promise<UnknownUnits[]> {
  const read = (filter: object, index: string) =>
    OrderModel.find(
      { status: 'Processing', ...filter },
      { 'item.apiType': 1, 'units.state': 1, 'units.unknownSince': 1, 'units.sentAt': 1 },
    )
      .limit(maxRead)
      .hint(index)
      .lean<UnknownOrder[]>()
  const found = await Promise.all([
    read({ 'units.state': 'unknown' }, unknownUnitsIndex),
    // A unit that is sent again under its reference is `sending` for that time.
    read({ 'pendingReason.kind': 'outcome_unknown' }, boardIndex),
  ])
  const orders = [...new Map(found.flat().map((order) => [order._id, order])).values()]
  const units = orders.flatMap(({ item, units: all }) =>
    all.flatMap(({ state, unknownSince, sentAt }) => {
      const since = unknownSince ?? sentAt
      const isUnknown = state === 'unknown' || (state === 'sending' && unknownSince !== null)
      return isUnknown && since ? { account: supplierNameFor(item.apiType) ?? 'other', since } : []
    }),
  )
  return [...Map.groupBy(units, ({ account }) => account)].map(([account, own]) => ({
    account,
    units: own.length,
    since: new Date(Math.min(...own.map(({ since }) => since.getTime()))),
  }))
}

/** A paid UPI order: whether its gateway sent a callback. */
export type RecentPayment = { gateway: string; at: Date; hadCallback: boolean }

/** Enough to see that callbacks stay out, whatever the rate of orders. */
const sampledPayments = 50

type PaidOrder = Pick<OrderDoc, '_id' | 'payment' | 'processingAt'>

/** The newest paid UPI orders, open and completed. */
export async function recentPayments(): Promise<RecentPayment[]> {
  const newest = (status: OrderDoc['status']) =>
    OrderModel.find(
      { status, paymentmode: 'upi' },
      { 'payment.gateway': 1, 'payment.callbackAt': 1, processingAt: 1 },
    )
      .sort({ createdAt: -1, _id: -1 })
      .limit(sampledPayments)
      .hint(allOrdersIndexes.createdAt)
      .lean<PaidOrder[]>()
  const found = await Promise.all([newest('Processing'), newest('Completed')])
  return found.flat().flatMap(({ payment, processingAt }) => {
    if (!payment || !processingAt) return []
    return { gateway: payment.gateway, at: processingAt, hadCallback: payment.callbackAt !== null }
  })
}

/** What became of orders in a span of time. */
export type PromiseCounts = {
  /** Delivered within the promised time. */
  kept: number
  /** Not delivered when the promised time had passed. */
  broken: number
  /** Orders that ended, by status. */
  ended: { status: string; count: number }[]
}

/**
 * Counts the orders that were delivered in time after `since` until `until`, and those whose promised time ran out in
 * that span, from indexes alone and in one snapshot: each paid order is one of both, once. An order that is refunded
 * before its time is neither.
 */
export function countPromises({ since, until }: { since: Date; until: Date }): Promise<PromiseCounts> {
  return readSnapshot(async (snapshot) => {
    const options = snapshotOptions(snapshot)
    const ranOut = { $gt: new Date(since.getTime() - promiseMs), $lte: new Date(until.getTime() - promiseMs) }
    const deadline = { $add: ['$processingAt', promiseMs] }
    const isKept = { $and: [{ $lte: ['$completedAt', until] }, { $lte: ['$completedAt', deadline] }] }
    const isBroken = {
      $and: [{ $gt: ['$completedAt', deadline] }, { $gt: [deadline, since] }, { $lte: [deadline, until] }],
    }
    const countIf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } })
    const [delivered] = await OrderModel.aggregate<{ kept: number; broken: number }>(
      [
        { $match: { completedAt: { $gt: since } } },
        { $group: { _id: null, kept: countIf(isKept), broken: countIf(isBroken) } },
      ],
      options,
    ).hint(deliveryTimesIndex)
    const open = await OrderModel.countDocuments(
      { status: 'Processing', processingAt: ranOut },
      options,
    ).hint(boardIndex)
    const ended = await OrderModel.aggregate<{ status: string; count: number }>(
      [
        { $match: { 'ended.at': { $gt: since, $lte: until } } },
        { $group: { _id: '$status', count: { $sum: 1 } } },
        { $project: { _id: 0, status: '$_id', count: 1 } },
      ],
      options,
    ).hint(orderCountersIndex)
    return { kept: delivered?.kept ?? 0, broken: (delivered?.broken ?? 0) + open, ended }
  })
}
