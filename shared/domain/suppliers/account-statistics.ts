import {
  type AccountStatistics,
  BalanceModel,
  type IBalance,
  PurchaseLogModel,
  type PurchaseOutcome,
  purchaseLogIndexes,
  type RejectionCount,
} from '../purchasing/index.ts'

const hourMs = 3_600_000

/** Limit of stored rejection codes; a day has a handful. */
const maxRejectionCodes = 20

/** Counts an account's results of the last hour and day, from indexes alone, and stores them with the account. */
export async function countAccount(account: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 24 * hourMs)
  const [day, hour, counts] = await Promise.all([
    spentSince(account, since),
    spentSince(account, new Date(now.getTime() - hourMs)),
    outcomesSince(account, since),
  ])
  const { rejections, ...statistics } = statisticsOf(counts)
  const counted: AccountStatistics = {
    countedAt: now,
    spentLastHour: hour.cost,
    unitsLastHour: hour.units,
    spentLastDay: day.cost,
    unitsLastDay: day.units,
    unpricedLastDay: day.unpriced,
    firstAt: day.firstAt,
    ...statistics,
    rejections: rejections.slice(0, maxRejectionCodes),
  }
  await BalanceModel.updateOne({ _id: account }, { $set: { statistics: counted } })
}

/** Spending at each account since its balance was read, in ten-thousandths of its currency. */
export async function boughtSinceReading(
  accounts: readonly Pick<IBalance, '_id' | 'readAt'>[],
): Promise<Map<string, number>> {
  const sinceReading = accounts.flatMap(({ _id, readAt }) =>
    readAt ? [{ account: _id, purchasedAt: { $gte: readAt } }] : [],
  )
  if (sinceReading.length === 0) return new Map()
  const spent = await PurchaseLogModel.aggregate<{ _id: string; cost: number }>([
    { $match: { $or: sinceReading } },
    { $group: { _id: '$account', cost: { $sum: '$cost' } } },
  ]).hint(purchaseLogIndexes.spent)
  return new Map(spent.map(({ _id, cost }) => [_id, cost]))
}

type SpendTotals = { cost: number; units: number; unpriced: number; firstAt: Date | null }

/** Spending at an account since a time, in ten-thousandths of its currency. */
async function spentSince(account: string, since: Date): Promise<SpendTotals> {
  const [spent] = await PurchaseLogModel.aggregate<SpendTotals>([
    { $match: { account, purchasedAt: { $gte: since } } },
    {
      $group: {
        _id: null,
        cost: { $sum: '$cost' },
        units: { $sum: 1 },
        unpriced: { $sum: { $cond: [{ $eq: ['$cost', null] }, 1, 0] } },
        firstAt: { $min: '$purchasedAt' },
      },
    },
    { $project: { _id: 0 } },
  ]).hint(purchaseLogIndexes.spent)
  return spent ?? { cost: 0, units: 0, unpriced: 0, firstAt: null }
}

async function outcomesSince(account: string, since: Date): Promise<OutcomeCount[]> {
  return PurchaseLogModel.aggregate<OutcomeCount>([
    { $match: { account, at: { $gte: since } } },
    {
      $group: {
        _id: { outcome: '$outcome', code: '$code', durationSeconds: '$durationSeconds' },
        count: { $sum: 1 },
      },
    },
    {
      $project: {
        _id: 0,
        outcome: '$_id.outcome',
        code: '$_id.code',
        durationSeconds: '$_id.durationSeconds',
        count: 1,
      },
    },
  ]).hint(purchaseLogIndexes.outcomes)
}

/** Number of units of a day with the same result. */
export type OutcomeCount = {
  outcome: PurchaseOutcome
  code: string
  durationSeconds: number | null
  count: number
}

type DayStatistics = {
  /** Units that reached the supplier and were answered or timed out. */
  asked: number
  delivered: number
  rejected: number
  unknown: number
  medianSeconds: number | null
  p90Seconds: number | null
  rejections: RejectionCount[]
}

/** With fewer units no share and no time is shown: one slow delivery would dominate it. */
export const minUnits = 20

/**
 * Pure. Statistics of a day. Units still in delivery, or that never reached the supplier, are not counted. `returned`
 * is the code of units that were accepted and refunded later.
 */
export function statisticsOf(counts: readonly OutcomeCount[]): DayStatistics {
  const sum = (...outcomes: PurchaseOutcome[]) =>
    counts.filter(({ outcome }) => outcomes.includes(outcome)).reduce((all, { count }) => all + count, 0)
  const delivered = sum('delivered')
  const rejected = sum('rejected', 'deferred', 'returned')
  const unknown = sum('unknown')
  const times = counts
    .flatMap(({ outcome, durationSeconds, count }) =>
      outcome === 'delivered' && durationSeconds !== null ? [{ durationSeconds, count }] : [],
    )
    .toSorted((a, b) => a.durationSeconds - b.durationSeconds)
  return {
    asked: delivered + rejected + unknown,
    delivered,
    rejected,
    unknown,
    medianSeconds: delivered < minUnits ? null : secondsAtShare(times, 0.5),
    p90Seconds: delivered < minUnits ? null : secondsAtShare(times, 0.9),
    rejections: rejectionsIn(counts),
  }
}

function secondsAtShare(
  times: readonly { durationSeconds: number; count: number }[],
  share: number,
): number | null {
  const target = times.reduce((all, { count }) => all + count, 0) * share
  let counted = 0
  for (const { durationSeconds, count } of times) {
    counted += count
    // Rounding: nine tenths of 30 are 27.000000000000004.
    if (counted >= target - 1e-9) return durationSeconds
  }
  return null
}

function rejectionsIn(counts: readonly OutcomeCount[]): RejectionCount[] {
  const byCode = new Map<string, number>()
  for (const { outcome, code, count } of counts) {
    const name = outcome === 'returned' ? 'returned' : code
    const isRejection = outcome === 'returned' || outcome === 'rejected' || outcome === 'deferred'
    if (isRejection) byCode.set(name, (byCode.get(name) ?? 0) + count)
  }
  return [...byCode]
    .map(([code, count]) => ({ code, count }))
    .toSorted((a, b) => b.count - a.count || a.code.localeCompare(b.code))
}
