import type { ClientSession } from 'mongoose'
import { longSnapshotOptions } from '../../../platform/snapshot.ts'
import {
  creditedDiscrepancies,
  type ExpectedEntries,
  expectedDiscrepancyEntries,
  postingCause,
} from '../../wallet/index.ts'
import { OrderModel } from '../model/order-model.ts'

const wallet = { $toString: '$userId' }
const captures = { $ifNull: ['$payment.captures', []] }
const isWalletOrder = { $eq: ['$paymentmode', 'wallet'] }
const isRedelivered = { $ne: [{ $ifNull: ['$redeliveryOf', ''] }, ''] }
/** A redelivery is free, and nothing is posted for it. */
const isPaidByWallet = { $and: [isWalletOrder, { $not: [isRedelivered] }] }
const purchases = {
  $filter: { input: captures, as: 'one', cond: { $eq: ['$$one.allocatedTo', 'purchase'] } },
}
const unallocated = {
  $filter: { input: captures, as: 'one', cond: { $ne: ['$$one.allocatedTo', 'purchase'] } },
}

/** What the customer paid for the order itself. */
const boughtPaise = {
  $cond: [
    isWalletOrder,
    '$pricePaise',
    { $sum: { $map: { input: purchases, as: 'one', in: '$$one.amountPaise' } } },
  ],
}
const isRefundedPurchase = { $and: [{ $eq: ['$status', 'Refunded'] }, { $gt: [boughtPaise, 0] }] }
const refundPaise = { $subtract: ['$pricePaise', '$partlyRefundedPaise'] }

const entry = (cause: unknown, expectedPaise: unknown) => ({ cause, expectedPaise })
const when = (condition: unknown, one: unknown) => ({ $cond: [condition, [one], []] })

const captureRef = { $concat: ['$_id', '/', '$$one.gatewayId'] }
const credits = creditedDiscrepancies('$payment.discrepancies')
const ofEach = (input: unknown, cause: unknown) => ({
  $map: { input, as: 'one', in: entry(cause, '$$one.amountPaise') },
})

/** The postings that each order expects in the ledger: payments, debit, refund and partial refund. */
export const expectedOrderEntries: ExpectedEntries = {
  collection: OrderModel.collection.name,
  pipeline: [
    {
      $project: {
        _id: 0,
        entries: {
          $concatArrays: [
            ofEach(purchases, postingCause('order_payment', captureRef)),
            ofEach(unallocated, postingCause('unallocated_payment', captureRef, wallet)),
            expectedDiscrepancyEntries({ discrepancies: credits, clientTxnId: '$_id', wallet }),
            when(
              isPaidByWallet,
              entry(postingCause('order_debit', '$_id', wallet), { $multiply: ['$pricePaise', -1] }),
            ),
            when(isRefundedPurchase, entry(postingCause('order_refund', '$_id', wallet), refundPaise)),
            when(
              { $gt: ['$partlyRefundedPaise', 0] },
              entry(postingCause('order_partial_refund', '$_id', wallet), '$partlyRefundedPaise'),
            ),
          ],
        },
      },
    },
    { $unwind: '$entries' },
    { $replaceRoot: { newRoot: '$entries' } },
  ],
}

const neededPaise = {
  $cond: [{ $in: ['$status', ['Processing', 'Completed', 'Cancelled']] }, '$pricePaise', 0],
}
const isReplaced = { $in: [{ $ifNull: ['$redelivery.state', ''] }, ['in_progress', 'arrived']] }
const creditedPaise = {
  $add: [
    { $sum: { $map: { input: unallocated, as: 'one', in: '$$one.amountPaise' } } },
    { $sum: { $map: { input: credits, as: 'one', in: '$$one.inReviewPaise' } } },
    { $cond: [isRefundedPurchase, '$pricePaise', '$partlyRefundedPaise'] },
  ],
}

const hasUnitIn = (states: readonly string[]) => ({
  $anyElementTrue: { $map: { input: '$units', as: 'unit', in: { $in: ['$$unit.state', states] } } },
})
/** Points that no task will post. */
const owesForever = {
  $and: [{ $eq: ['$points.isOwed', true] }, { $eq: [{ $ifNull: ['$due.notify.at', null] }, null] }],
}
const isFollowedUp = { $ne: [{ $ifNull: ['$due.fulfil.at', null] }, null] }
const closedBy = { $arrayElemAt: ['$history.by', -1] }
const isAutomatic = { $in: [closedBy, ['system', 'supplier', 'customer', 'payments']] }
const hasConflict = { $gt: [{ $size: { $ifNull: ['$supplierConflicts', []] } }, 0] }
const isRefunded = { $in: ['$status', ['Refunded', 'Cancelled']] }
const isCompleted = { $eq: ['$status', 'Completed'] }
/** The order ended automatically, while a unit's state does not fit that end and no conflict is recorded. */
const hasUnprovenUnit = {
  $and: [
    isAutomatic,
    { $not: [hasConflict] },
    {
      $or: [
        { $and: [isRefunded, hasUnitIn(['delivered'])] },
        { $and: [isRefunded, hasUnitIn(['sending', 'unknown']), { $not: [isFollowedUp] }] },
        { $and: [isCompleted, hasUnitIn(['sending', 'unknown'])] },
        { $and: [isCompleted, hasUnitIn(['planned', 'rejected']), { $eq: ['$partlyRefundedPaise', 0] }] },
      ],
    },
  ],
}

/**
 * Orders with fields that contradict each other: bought without the payment, paid with another amount than
 * the price, refunded more or less than recorded, refunded although redelivered, free without being a
 * redelivery, ended in a way that its units do not fit, or owing points that no task will post.
 * @param where a filter; all orders without it
 */
export async function inconsistentOrders(
  snapshot: ClientSession,
  most: number,
  where: Record<string, unknown> = {},
): Promise<string[]> {
  const rows = await OrderModel.aggregate<{ _id: string }>(
    [
      { $match: where },
      {
        $project: {
          pricePaise: 1,
          status: 1,
          boughtPaise,
          neededPaise,
          noted: '$creditedPaise',
          creditedPaise,
          isFree: { $eq: ['$pricePaise', 0] },
          isRedelivered,
          isReplaced,
          hasUnprovenUnit,
          owesForever,
        },
      },
      {
        $match: {
          $expr: {
            $or: [
              { $lt: ['$boughtPaise', '$neededPaise'] },
              { $not: [{ $in: ['$boughtPaise', [0, '$pricePaise']] }] },
              { $and: [{ $in: ['$status', ['Created', 'Failed']] }, { $gt: ['$boughtPaise', 0] }] },
              { $ne: ['$noted', '$creditedPaise'] },
              { $ne: ['$isFree', '$isRedelivered'] },
              { $and: [{ $eq: ['$status', 'Refunded'] }, '$isReplaced'] },
              '$hasUnprovenUnit',
              '$owesForever',
            ],
          },
        },
      },
      { $limit: most },
    ],
    longSnapshotOptions(snapshot),
  )
  return rows.map((row) => row._id)
}

const owner = { $concat: ['points:', { $toString: '$userId' }] }
const pointsEntry = (kind: string, hundredths: unknown) => ({
  cause: { $concat: [postingCause(kind, '$_id'), ' ', owner] },
  expected: hundredths,
})

/** The points that orders earned and revoked, in hundredths, as `{ cause, expected, isOwed }`. */
export const expectedOrderPoints: ExpectedEntries = {
  collection: OrderModel.collection.name,
  pipeline: [
    { $match: { $or: [{ 'points.earned': { $gt: 0 } }, { 'points.lateBonus': { $gt: 0 } }] } },
    {
      $project: {
        _id: 0,
        entries: [
          { ...pointsEntry('earned', '$points.earned'), isOwed: { $eq: ['$points.isOwed', true] } },
          pointsEntry('late', { $ifNull: ['$points.lateBonus', 0] }),
          pointsEntry('revoked', { $multiply: ['$points.revoked', -1] }),
        ],
      },
    },
    { $unwind: '$entries' },
    { $replaceRoot: { newRoot: '$entries' } },
  ],
}
