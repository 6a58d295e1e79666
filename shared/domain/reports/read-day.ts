import type { ClientSession, PipelineStage, Types } from 'mongoose'
import { promiseMs } from '../../contracts/order-status.ts'
import { startOfIstDay } from '../../platform/clock.ts'
import { longSnapshotOptions } from '../../platform/snapshot.ts'
import { deliveryTimesIndex, OrderModel, orderCountersIndex } from '../orders/index.ts'
import { durationEdges } from './durations.ts'
import { offeredSentences, type RefundFacts } from './refund-reason.ts'

type SoldItem = {
  productid: string
  productName: string
  itemid: number
  itemName: string
  role: string
}

/** Deliveries of one item to one kind of customer, identical in all counted properties. */
export type DeliveryGroup = SoldItem & {
  apiType: string
  isUpi: boolean
  place: number
  isOnTime: boolean
  /** The cost of all units is known, in the supplier's currency. */
  isPriced: boolean
  count: number
  paise: number
  partlyRefundedPaise: number
  shares: number
  /** The number of redeliveries; for these `count` is 0. */
  redeliveries: number
  /** In the supplier's currency. */
  cost: Types.Decimal128
}

/** Orders of one item that ended without delivery, identical in all counted properties. */
export type RefundedOrders = SoldItem &
  RefundFacts & {
    status: 'Refunded' | 'Cancelled'
    apiType: string
    /** As for deliveries: the cost of all units is known, so that the sale was part of the margin. */
    isPriced: boolean
    count: number
    paise: number
    ended: number
    onTime: number
  }

export type DayOrders = { delivered: DeliveryGroup[]; givenBack: RefundedOrders[] }

/**
 * The orders of a day (IST) grouped in the database: those delivered on it, and those refunded or cancelled on it.
 * Reads no other orders.
 */
export async function readDay(snapshot: ClientSession, day: string): Promise<DayOrders> {
  const [from, to] = [startOfIstDay(day), startOfIstDay(day, 1)]
  // With the indexes' own condition, without which MongoDB does not use them.
  const inDay = { $gt: new Date(0), $gte: from, $lt: to }
  const aggregate = <T>(match: Record<string, unknown>, rest: PipelineStage[], hint: string) =>
    OrderModel.aggregate<T>([{ $match: match }, ...rest], longSnapshotOptions(snapshot)).hint(hint)
  return {
    delivered: await aggregate<DeliveryGroup>({ completedAt: inDay }, deliveryStages, deliveryTimesIndex),
    givenBack: await aggregate<RefundedOrders>(
      { 'ended.at': inDay, status: { $in: ['Refunded', 'Cancelled'] } },
      refundStages,
      orderCountersIndex,
    ),
  }
}

const itemFields = {
  productid: '$product.productid',
  productName: '$product.name',
  itemid: '$item.itemid',
  itemName: '$item.name',
  role: '$customer.role',
}
const systemActors = ['supplier', 'payments', 'customer']
const reasonFields = {
  by: { $cond: [{ $in: ['$ended.by', systemActors] }, '$ended.by', 'admin'] },
  sentence: { $cond: [{ $in: ['$reason', offeredSentences] }, '$reason', ''] },
}

const deliveredUnits = {
  $filter: {
    input: '$units',
    as: 'unit',
    cond: {
      $and: [
        { $eq: ['$$unit.state', 'delivered'] },
        // Later answers are left to the reconciliation: a finalised day does not change.
        { $lte: [{ $ifNull: ['$$unit.answeredAt', '$completedAt'] }, '$completedAt'] },
      ],
    },
  },
}
const costs = {
  $map: {
    input: deliveredUnits,
    as: 'unit',
    in: { $convert: { input: '$$unit.cost', to: 'decimal', onError: null, onNull: null } },
  },
}
/** Needs `costs` to be set before. */
const isPriced = { $and: [{ $gt: [{ $size: '$costs' }, 0] }, { $not: [{ $in: [null, '$costs'] }] }] }
const seconds = { $divide: [{ $subtract: ['$completedAt', '$processingAt'] }, 1_000] }
const edgesPassed = {
  $size: { $filter: { input: durationEdges, as: 'edge', cond: { $lt: ['$$edge', seconds] } } },
}

/** A redelivery is not a sale: only its cost counts. */
const isRedelivery = { $gt: ['$redeliveryOf', ''] }
const unlessRedelivery = (count: object | number) => ({ $sum: { $cond: [isRedelivery, 0, count] } })

const deliveryStages: PipelineStage[] = [
  { $set: { costs } },
  {
    $group: {
      _id: {
        ...itemFields,
        apiType: '$item.apiType',
        isUpi: { $eq: ['$paymentmode', 'upi'] },
        place: edgesPassed,
        isOnTime: { $lte: [seconds, promiseMs / 1_000] },
        isPriced,
        isFree: isRedelivery,
      },
      count: unlessRedelivery(1),
      redeliveries: { $sum: { $cond: [isRedelivery, 1, 0] } },
      paise: { $sum: { $subtract: ['$pricePaise', '$partlyRefundedPaise'] } },
      partlyRefundedPaise: { $sum: '$partlyRefundedPaise' },
      shares: { $sum: { $cond: [{ $gt: ['$partlyRefundedPaise', 0] }, 1, 0] } },
      cost: { $sum: { $sum: '$costs' } },
    },
  },
  { $replaceRoot: { newRoot: { $mergeObjects: ['$$ROOT', '$_id'] } } },
  { $unset: '_id' },
]

const previousStatus = { $ifNull: ['$ended.previous.status', null] }
const rejectedCodes = {
  $map: {
    input: { $filter: { input: '$units', as: 'unit', cond: { $eq: ['$$unit.state', 'rejected'] } } },
    as: 'unit',
    in: '$$unit.code',
  },
}
const isFirstEnd = { $and: [{ $eq: [previousStatus, null] }, { $ne: ['$processingAt', null] }] }
const isInTime = { $lte: [{ $subtract: ['$ended.at', '$processingAt'] }, promiseMs] }
/** The amounts in review that an admin credited to the customer's wallet. */
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
/** An order that was never purchased refunds what was received, whatever its price. */
const refundPaise = {
  $cond: [
    { $eq: [previousStatus, 'Failed'] },
    { $ifNull: [{ $first: '$payment.captures.amountPaise' }, { $first: inReviewPaise }, '$pricePaise'] },
    { $subtract: ['$pricePaise', '$partlyRefundedPaise'] },
  ],
}

const refundStages: PipelineStage[] = [
  { $set: { costs } },
  {
    $group: {
      _id: {
        ...itemFields,
        status: '$status',
        previousStatus,
        code: { $ifNull: [{ $first: rejectedCodes }, ''] },
        ...reasonFields,
        apiType: '$item.apiType',
        isPriced,
      },
      count: unlessRedelivery(1),
      paise: { $sum: refundPaise },
      ended: unlessRedelivery({ $cond: [isFirstEnd, 1, 0] }),
      onTime: unlessRedelivery({ $cond: [{ $and: [isFirstEnd, isInTime] }, 1, 0] }),
    },
  },
  { $replaceRoot: { newRoot: { $mergeObjects: ['$$ROOT', '$_id'] } } },
  { $unset: '_id' },
]
