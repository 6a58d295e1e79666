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
    const moment = snapshotOptions(snapshot)
    const order = await OrderModel.findById(orderid, null, moment).lean<OrderDoc>()
    const mine = { $or: postingKinds.map((kind) => ({ _id: causedBy(kind, orderid) })) }
    const entries = await JournalEntryModel.find(mine, null, moment).lean()
    const found = await JournalEntryModel.aggregate<Caused>([{ $match: mine }, ...ledgerCauses], moment)
    const said = [{ $match: { _id: orderid } }, ...expectedOrderEntries.pipeline]
    const expected = await OrderModel.aggregate<Caused>(said, moment)
    const points = await PointsEntryModel.find(pointsOf(orderid), null, moment).lean()
    const moved = points.map(({ kind, at, postings }) => ({ kind, at, points: toPoints(ownPart(postings)) }))
    return {
      entries: entries.toSorted(byTime).map(({ _id: id, kind, ref, at, postings }) => ({
        id,
        kind,
        ref,
        at: at.toISOString(),
        postings: postings.map((one) => ({ account: one.account, amount: toRupees(one.amountPaise) })),
      })),
      points: moved.toSorted(byTime).map((one) => ({ ...one, at: one.at.toISOString() })),
      faults: [
        ...unbalanced(entries),
        ...differences(expected, found).map((one) => inUnits(one, toRupees)),
        ...differences(pointsSaid(order), moved.map(asCause)).map((one) => inUnits(one, (value) => value)),
      ],
    }
  })
}

type Caused = { cause: string; expectedPaise?: number; ledgerPaise?: number }

/** Matches `kind:JP…` and `kind:JP…/payment` and nothing else, because an id has letters and digits only. */
const causedBy = (kind: string, orderid: string) => ({
  $gte: `${kind}:${orderid}`,
  $lt: `${kind}:${orderid}0`,
})

const pointsOf = (orderid: string) => ({
  _id: { $in: ['earned', 'late', 'revoked'].map((kind) => `${kind}:${orderid}`) },
})

const byTime = (a: { at: Date }, b: { at: Date }) => a.at.getTime() - b.at.getTime()

const ownPart = (postings: readonly { account: string; hundredths: number }[]) =>
  postings.find(({ account }) => account.startsWith(pointAccounts.owner('')))?.hundredths ?? 0

type Difference = OrderStatement['faults'][number]

const unbalanced = (entries: readonly { _id: string; postings: { amountPaise: number }[] }[]): Difference[] =>
  entries
    .map(({ _id, postings }) => ({ _id, sum: postings.reduce((sum, one) => sum + one.amountPaise, 0) }))
    .filter(({ sum }) => sum !== 0)
    .map(({ _id, sum }) => ({ cause: _id, expected: 0, found: toRupees(sum) }))

/** In the unit of the sums; an expected sum of 0 needs no entry. */
function differences(expected: readonly Caused[], found: readonly Caused[]): Difference[] {
  const causes = [...new Set([...expected, ...found].map(({ cause }) => cause))]
  const sumOf = (rows: readonly Caused[], cause: string) =>
    rows
      .filter((row) => row.cause === cause)
      .reduce((sum, row) => sum + (row.expectedPaise ?? row.ledgerPaise ?? 0), 0)
  return causes
    .map((cause) => ({ cause, expected: sumOf(expected, cause), found: sumOf(found, cause) }))
    .filter((one) => one.expected !== one.found)
}

const inUnits = (one: Difference, unit: (value: number) => number): Difference => ({
  cause: one.cause.replace(/ wallet:.*$/, ''),
  expected: unit(one.expected),
  found: unit(one.found),
})

const asCause = ({ kind, points }: { kind: string; points: number }): Caused => ({
  cause: `points ${kind}`,
  ledgerPaise: points,
})

function pointsSaid(order: OrderDoc | null): Caused[] {
  const { earned = 0, revoked = 0, lateBonus = 0 } = order?.points ?? {}
  const said = { earned, late: lateBonus, revoked: -revoked }
  return Object.entries(said).map(([kind, value]) => ({
    cause: `points ${kind}`,
    expectedPaise: toPoints(value),
  }))
}
