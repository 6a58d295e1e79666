import type { ClientSession, PipelineStage, Types } from 'mongoose'
import { promiseMs } from '../../contracts/order-status.ts'
import { startOfIstDay } from '../../platform/clock.ts'
import { longSnapshotOptions } from '../../platform/snapshot.ts'
import { deliveryTimesIndex, OrderModel, orderCountersIndex } from '../orders/index.ts'
import { durationEdges } from './durations.ts'
import { knownSentences, type RefundFacts } from './refund-reason.ts'

type Goods = {
  productid: string
  productName: string
  itemid: number
  itemName: string
  role: string
}

/** Deliveries of one item to one kind of customer that are alike in all that is counted. */
export type Delivered = Goods & {
  apiType: string
  isUpi: boolean
  place: number
  isOnTime: boolean
  /** What all packs cost is known in the supplier's unit. */
  isPriced: boolean
  count: number
  paise: number
  partlyRefundedPaise: number
  shares: number
  /** They are second deliveries, so many; then `count` is none. */
  redeliveries: number
  /** In the supplier's unit. */
  cost: Types.Decimal128
}

/** Orders of one item that ended otherwise, alike in all that is counted. */
export type RefundedOrders = Goods &
  RefundFacts & {
    status: 'Refunded' | 'Cancelled'
    apiType: string
    /** As for what was delivered: what all packs cost is known, so that its sale was in the margin. */
    isPriced: boolean
    count: number
    paise: number
    ended: number
    onTime: number
  }

export type DayRead = { delivered: Delivered[]; givenBack: RefundedOrders[] }

/**
 * All that a day in India is counted from, grouped in the database: what was delivered on it, and what was given back or
 * closed on it. The orders of the day are read, and no others.
 */
export async function readDay(snapshot: ClientSession, day: string): Promise<DayRead> {
  const [from, to] = [startOfIstDay(day), startOfIstDay(day, 1)]
  // With the indexes' own condition, without which MongoDB does not use them.
  const inDay = { $gt: new Date(0), $gte: from, $lt: to }
  const run = <T>(match: Record<string, unknown>, rest: PipelineStage[], hint: string) =>
    OrderModel.aggregate<T>([{ $match: match }, ...rest], longSnapshotOptions(snapshot)).hint(hint)
  return {
    delivered: await run<Delivered>({ completedAt: inDay }, deliveries, deliveryTimesIndex),
    givenBack: await run<RefundedOrders>(
      { 'ended.at': inDay, status: { $in: ['Refunded', 'Cancelled'] } },
      givenBack,
      orderCountersIndex,
    ),
  }
}

const goods = {
  productid: '$product.productid',
  productName: '$product.name',
  itemid: '$item.itemid',
  itemName: '$item.name',
  role: '$customer.role',
}
const systems = ['supplier', 'payments', 'customer']
const reason = {
  by: { $cond: [{ $in: ['$ended.by', systems] }, '$ended.by', 'admin'] },
  sentence: { $cond: [{ $in: ['$reason', knownSentences] }, '$reason', ''] },
}

const arrived = {
  $filter: {
    input: '$units',
    as: 'unit',
    cond: {
      $and: [
        { $eq: ['$$unit.state', 'delivered'] },
        // What came after the end is for the reconciliation: a closed day does not change for it.
        { $lte: [{ $ifNull: ['$$unit.answeredAt', '$completedAt'] }, '$completedAt'] },
      ],
    },
  },
}
const costs = {
  $map: {
    input: arrived,
    as: 'unit',
    in: { $convert: { input: '$$unit.cost', to: 'decimal', onError: null, onNull: null } },
  },
}
/** With `costs` set before. */
const isPriced = { $and: [{ $gt: [{ $size: '$costs' }, 0] }, { $not: [{ $in: [null, '$costs'] }] }] }
const seconds = { $divide: [{ $subtract: ['$completedAt', '$processingAt'] }, 1_000] }
const edgesPassed = {
  $size: { $filter: { input: durationEdges, as: 'edge', cond: { $lt: ['$$edge', seconds] } } },
}

/** A second delivery is no order sold: what it costs us counts, and nothing else of it. */
const isFree = { $gt: ['$redeliveryOf', ''] }
const unlessFree = (count: object | number) => ({ $sum: { $cond: [isFree, 0, count] } })

const deliveries: PipelineStage[] = [
  { $set: { costs } },
  {
    $group: {
      _id: {
        ...goods,
        apiType: '$item.apiType',
        isUpi: { $eq: ['$paymentmode', 'upi'] },
        place: edgesPassed,
        isOnTime: { $lte: [seconds, promiseMs / 1_000] },
        isPriced,
        isFree,
      },
      count: unlessFree(1),
      redeliveries: { $sum: { $cond: [isFree, 1, 0] } },
      paise: { $sum: { $subtract: ['$pricePaise', '$partlyRefundedPaise'] } },
      partlyRefundedPaise: { $sum: '$partlyRefundedPaise' },
      shares: { $sum: { $cond: [{ $gt: ['$partlyRefundedPaise', 0] }, 1, 0] } },
      cost: { $sum: { $sum: '$costs' } },
    },
  },
  { $replaceRoot: { newRoot: { $mergeObjects: ['$$ROOT', '$_id'] } } },
  { $unset: '_id' },
]

const was = { $ifNull: ['$ended.previous.status', null] }
const refusedCodes = {
  $map: {
    input: { $filter: { input: '$units', as: 'unit', cond: { $eq: ['$$unit.state', 'rejected'] } } },
    as: 'unit',
    in: '$$unit.code',
  },
}
const isFirstEnd = { $and: [{ $eq: [was, null] }, { $ne: ['$processingAt', null] }] }
const inTime = { $lte: [{ $subtract: ['$ended.at', '$processingAt'] }, promiseMs] }
/** Of the payments that a person answered with the customer's wallet, what was held for each. */
const inReviewPaise = {
  $map: {
    input: {
      $filter: {
        input: { $ifNull: ['$payment.discrepancies', []] },
        as: 'one',
        cond: { $eq: ['$$one.resolution.answer', 'credit'] },
      },
    },
    as: 'one',
    in: '$$one.inReviewPaise',
  },
}
/** An order that was never bought gives back what came, whatever it costs. */
const backPaise = {
  $cond: [
    { $eq: [was, 'Failed'] },
    { $ifNull: [{ $first: '$payment.captures.amountPaise' }, { $first: inReviewPaise }, '$pricePaise'] },
    { $subtract: ['$pricePaise', '$partlyRefundedPaise'] },
  ],
}

const givenBack: PipelineStage[] = [
  { $set: { costs } },
  {
    $group: {
      _id: {
        ...goods,
        status: '$status',
        was,
        code: { $ifNull: [{ $first: refusedCodes }, ''] },
        ...reason,
        apiType: '$item.apiType',
        isPriced,
      },
      count: unlessFree(1),
      paise: { $sum: backPaise },
      ended: unlessFree({ $cond: [isFirstEnd, 1, 0] }),
      onTime: unlessFree({ $cond: [{ $and: [isFirstEnd, inTime] }, 1, 0] }),
    },
  },
  { $replaceRoot: { newRoot: { $mergeObjects: ['$$ROOT', '$_id'] } } },
  { $unset: '_id' },
]
