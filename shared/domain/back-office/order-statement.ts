import { toRupees } from '../../contracts/money.ts'
import type { OrderStatement } from '../../contracts/order-details.ts'
import { readSnapshot, snapshotOptions } from '../../platform/snapshot.ts'
import { expectedOrderEntries, type OrderDoc, OrderModel } from '../orders/index.ts'
import { PointsEntryModel, pointAccounts, toPoints } from '../points/index.ts'
import { JournalEntryModel, ledgerCauses, postingKinds } from '../wallet/index.ts'

/**
 * All postings of an order, in money and in points, compared with the order's own fields by the rules of the nightly
 * check.
 */
export function orderStatement(orderid: string): Promise<OrderStatement> {
  return readSnapshot(async (snapshot) => {
    const options = snapshotOptions(snapshot)
    const order = await OrderModel.findById(orderid, null, options).lean<OrderDoc>()
    const causedByOrder = { $or: postingKinds.map((kind) => ({ _id: causedBy(kind, orderid) })) }
    const entries = await JournalEntryModel.find(causedByOrder, null, options).lean()
    const posted = await JournalEntryModel.aggregate<CauseSum>(
      [{ $match: causedByOrder }, ...ledgerCauses],
      options,
    )
    const pipeline = [{ $match: { _id: orderid } }, ...expectedOrderEntries.pipeline]
    const expected = await OrderModel.aggregate<CauseSum>(pipeline, options)
    const points = await PointsEntryModel.find(pointsOf(orderid), null, options).lean()
    const pointChanges = points.map(({ kind, at, postings }) => ({
      kind,
      at,
      points: toPoints(ownerHundredths(postings)),
    }))
    return {
      entries: entries.toSorted(byTime).map(({ _id: id, kind, ref, at, postings }) => ({
        id,
        kind,
        ref,
        at: at.toISOString(),
        postings: postings.map((posting) => ({
          account: posting.account,
          amount: toRupees(posting.amountPaise),
        })),
      })),
      points: pointChanges.toSorted(byTime).map((change) => ({ ...change, at: change.at.toISOString() })),
      faults: [
        ...unbalanced(entries),
        ...differences(expected, posted).map((difference) => inUnits(difference, toRupees)),
        ...differences(expectedPoints(order, pointChanges), pointChanges.map(asCause)).map((difference) =>
          inUnits(difference, (value) => value),
        ),
      ],
    }
  })
}

type CauseSum = { cause: string; expectedPaise?: number; ledgerPaise?: number }

/** Matches `kind:JP…` and `kind:JP…/payment` and nothing else, because an id has letters and digits only. */
const causedBy = (kind: string, orderid: string) => ({
  $gte: `${kind}:${orderid}`,
  $lt: `${kind}:${orderid}0`,
})

const pointsOf = (orderid: string) => ({
  _id: { $in: ['earned', 'late', 'revoked'].map((kind) => `${kind}:${orderid}`) },
})

const byTime = (a: { at: Date }, b: { at: Date }) => a.at.getTime() - b.at.getTime()

const ownerHundredths = (postings: readonly { account: string; hundredths: number }[]) =>
  postings.find(({ account }) => account.startsWith(pointAccounts.owner('')))?.hundredths ?? 0

type Difference = OrderStatement['faults'][number]

const unbalanced = (entries: readonly { _id: string; postings: { amountPaise: number }[] }[]): Difference[] =>
  entries
    .map(({ _id, postings }) => ({
      _id,
      sum: postings.reduce((sum, posting) => sum + posting.amountPaise, 0),
    }))
    .filter(({ sum }) => sum !== 0)
    .map(({ _id, sum }) => ({ cause: _id, expected: 0, found: toRupees(sum) }))

/** In the unit of the sums; an expected sum of 0 needs no entry. */
function differences(expected: readonly CauseSum[], found: readonly CauseSum[]): Difference[] {
  const causes = [...new Set([...expected, ...found].map(({ cause }) => cause))]
  const sumOf = (rows: readonly CauseSum[], cause: string) =>
    rows
      .filter((row) => row.cause === cause)
      .reduce((sum, row) => sum + (row.expectedPaise ?? row.ledgerPaise ?? 0), 0)
  return causes
    .map((cause) => ({ cause, expected: sumOf(expected, cause), found: sumOf(found, cause) }))
    .filter((difference) => difference.expected !== difference.found)
}

const inUnits = (difference: Difference, unit: (value: number) => number): Difference => ({
  cause: difference.cause.replace(/ wallet:.*$/, ''),
  expected: unit(difference.expected),
  found: unit(difference.found),
})

const asCause = ({ kind, points }: { kind: string; points: number }): CauseSum => ({
  cause: `points ${kind}`,
  ledgerPaise: points,
})

/** Points that are owed are posted soon, or are posted already. */
function expectedPoints(order: OrderDoc | null, posted: readonly { kind: string }[]): CauseSum[] {
  const { earned = 0, isOwed = false, revoked = 0, lateBonus = 0 } = order?.points ?? {}
  const isPosted = !isOwed || posted.some(({ kind }) => kind === 'earned')
  const expected = { earned: isPosted ? earned : 0, late: lateBonus, revoked: -revoked }
  return Object.entries(expected).map(([kind, value]) => ({
    cause: `points ${kind}`,
    expectedPaise: toPoints(value),
  }))
}
