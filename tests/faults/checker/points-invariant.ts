import { promiseMs } from '@jhatpat/shared/contracts/order-status.ts'
import { proratedPoints } from '@jhatpat/shared/domain/points/index.ts'
import { isoDayOf } from '@jhatpat/shared/platform/clock.ts'
import type { Evidence, PointsEntry, Rule, Violation } from '../load/evidence.ts'

const rule = 'I11'

/**
 * No point is created or lost: entries sum to zero and happen once, balances are their sum, each delivered
 * order earned what it promised for what remained paid, no other order earned any, and redeemed points
 * became that much money.
 */
export const pointsBalance: Rule = (evidence) => [
  ...unbalanced(evidence),
  ...wrongBalances(evidence),
  ...evidence.orders.flatMap((order) => wrongEarning(evidence, order)),
  ...tooManyForLateness(evidence),
  ...wrongMoney(evidence),
]

const violation = (about: string, what: string): Violation => ({ rule, about, what })
const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0)
const pointsChange = (entries: PointsEntry[]) => sum(entries.map(({ postings }) => owned({ postings })))
const owned = ({ postings }: Pick<PointsEntry, 'postings'>) =>
  sum(postings.filter(({ account }) => account.startsWith('points:')).map(({ hundredths }) => hundredths))

function unbalanced({ pointsEntries }: Evidence): Violation[] {
  const causes = Map.groupBy(pointsEntries, ({ kind, ref }) => `${kind}/${ref}`)
  return [...causes].flatMap(([cause, entries]) => [
    ...(entries.length > 1 ? [violation(cause, `posted ${entries.length} times`)] : []),
    ...entries
      .map(({ postings }) => sum(postings.map(({ hundredths }) => hundredths)))
      .filter((total) => total !== 0)
      .map((total) => violation(cause, `sums to ${total}`)),
  ])
}

function wrongBalances({ pointsEntries, points }: Evidence): Violation[] {
  const folds = new Map<string, number>()
  for (const { account, hundredths } of pointsEntries.flatMap(({ postings }) => postings)) {
    if (account.startsWith('points:')) folds.set(account, (folds.get(account) ?? 0) + hundredths)
  }
  const balances = new Map(points.map(({ _id, hundredths }) => [`points:${String(_id)}`, hundredths]))
  return [...new Set([...folds.keys(), ...balances.keys()])].flatMap((account) => {
    const [balance, fold] = [balances.get(account) ?? 0, folds.get(account) ?? 0]
    return [
      ...(balance === fold ? [] : [violation(account, `shows ${balance}, its entries say ${fold}`)]),
      ...(balance < 0 ? [violation(account, `is negative: ${balance}`)] : []),
    ]
  })
}

function wrongEarning({ pointsEntries }: Evidence, order: Evidence['orders'][number]): Violation[] {
  const own = pointsEntries.filter(({ ref }) => ref === order._id)
  const earned = pointsChange(own.filter(({ kind }) => kind === 'earned'))
  const revoked = -pointsChange(own.filter(({ kind }) => kind === 'revoked'))
  const late = pointsChange(own.filter(({ kind }) => kind === 'late'))
  const lateBonus = order.points?.lateBonus ?? 0
  const wasDelivered = order.history.some(({ to }) => to === 'Completed')
  const keptPaise = order.pricePaise - order.partlyRefundedPaise
  const due = wasDelivered ? proratedPoints(order.points?.offered ?? 0, keptPaise, order.pricePaise) : 0
  return [
    ...(earned === due
      ? []
      : [violation(order._id, `gave ${earned} hundredths of a point, ${due} were due`)]),
    ...(late === lateBonus
      ? []
      : [violation(order._id, `gave ${late} for being late, and says ${lateBonus}`)]),
    ...(lateBonus > (order.points?.late ?? 0)
      ? [violation(order._id, 'gave more for being late than it offered')]
      : []),
    ...(lateBonus > 0 && (order.partlyRefundedPaise > 0 || !wasLate(order))
      ? [violation(order._id, 'gave late points that are not due')]
      : []),
    ...(revoked > earned ? [violation(order._id, `took ${revoked} of ${earned} back`)] : []),
    ...(revoked > 0 && order.status !== 'Refunded'
      ? [violation(order._id, 'took points back unrefunded')]
      : []),
  ]
}

/** Points for late deliveries do not exceed a share of the price, nor the limit of a customer and day. */
function tooManyForLateness({ orders }: Evidence): Violation[] {
  const late = orders.filter(({ points }) => (points?.lateBonus ?? 0) > 0)
  const ofDay = Map.groupBy(
    late,
    ({ userId, completedAt }) => `${userId} ${isoDayOf(completedAt ?? new Date(0))}`,
  )
  return [
    ...late
      .filter(({ hold }) => hold)
      .map(({ _id }) => violation(_id, 'gave points for being late although an incident held it up')),
    ...[...ofDay].flatMap(([about, given]) => {
      const limit = Math.max(...given.map(({ points }) => points?.latePerDay ?? Number.POSITIVE_INFINITY))
      const total = sum(given.map(({ points }) => points?.lateBonus ?? 0))
      return total > limit
        ? [violation(about, `got ${total} hundredths of a point for late deliveries in a day`)]
        : []
    }),
  ]
}

/** Whether the order was delivered after the promised time. */
function wasLate({ history, processingAt, createdAt }: Evidence['orders'][number]): boolean {
  const completed = history.find(({ to }) => to === 'Completed')
  const promisedAt = (processingAt ?? createdAt).getTime() + promiseMs
  return completed !== undefined && completed.at.getTime() >= promisedAt
}

/** Compares the redeemed points with the money that the wallet received. */
function wrongMoney({ pointsEntries, ledger }: Evidence): Violation[] {
  const worths = new Map(
    pointsEntries.filter(({ kind }) => kind === 'redeemed').map((entry) => [entry.ref, entry.valuePaise]),
  )
  const paid = new Map(
    ledger
      .filter(({ kind }) => kind === 'points_redeemed')
      .map(({ ref, postings }) => [ref, sum(postings.map(({ amountPaise }) => Math.max(0, amountPaise)))]),
  )
  return [...new Set([...worths.keys(), ...paid.keys()])].flatMap((ref) => {
    const [worth, money] = [worths.get(ref) ?? 0, paid.get(ref) ?? 0]
    return worth === money ? [] : [violation(ref, `points worth ${worth} paise became ${money}`)]
  })
}
