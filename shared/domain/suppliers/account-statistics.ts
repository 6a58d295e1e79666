import {
  type AccountStatistics,
  BalanceModel,
  PurchaseLogModel,
  type PurchaseOutcome,
  purchaseLogIndexes,
  type RejectionCount,
} from '../purchasing/index.ts'

const hourMs = 3_600_000

/** So many kinds of rejections are kept; a day has a handful. */
const maxRejectionCodes = 20

/** Counts what an account did in the last hour and day, from indexes alone, and keeps that with the account. */
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
    ...{ spentLastHour: hour.cost, unitsLastHour: hour.units },
    ...{
      spentLastDay: day.cost,
      unitsLastDay: day.units,
      unpricedLastDay: day.unpriced,
      firstAt: day.firstAt,
    },
    ...{ ...statistics, rejections: rejections.slice(0, maxRejectionCodes) },
  }
  await BalanceModel.updateOne({ _id: account }, { $set: { statistics: counted } })
}

type SpendTotals = { cost: number; units: number; unpriced: number; firstAt: Date | null }

/** What was bought at an account since a time, in ten-thousandths of its unit. */
export async function spentSince(account: string, since: Date): Promise<SpendTotals> {
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

/** So many packs of a day that ended alike. */
export type OutcomeCount = {
  outcome: PurchaseOutcome
  code: string
  durationSeconds: number | null
  count: number
}

type DayStatistics = {
  /** Packs that the supplier was asked for and has said something about. */
  asked: number
  delivered: number
  rejected: number
  unknown: number
  medianSeconds: number | null
  p90Seconds: number | null
  rejections: RejectionCount[]
}

/** Of fewer no share and no time is told: one slow delivery would be the whole figure. */
export const minUnits = 20

/**
 * Pure. What a day came to. A pack that is under way still, or that never reached the supplier, tells nothing of it yet.
 * `returned` is the code of what was accepted and given back.
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
    ...{ asked: delivered + rejected + unknown, delivered, rejected, unknown },
    medianSeconds: delivered < minUnits ? null : within(times, 0.5),
    p90Seconds: delivered < minUnits ? null : within(times, 0.9),
    rejections: rejectionsIn(counts),
  }
}

function within(times: readonly { durationSeconds: number; count: number }[], share: number): number | null {
  const wanted = times.reduce((all, { count }) => all + count, 0) * share
  let come = 0
  for (const { durationSeconds, count } of times) {
    come += count
    // Nine tenths of 30 are 27.000000000000004 in a computer's numbers.
    if (come >= wanted - 1e-9) return durationSeconds
  }
  return null
}

function rejectionsIn(counts: readonly OutcomeCount[]): RejectionCount[] {
  const byCode = new Map<string, number>()
  for (const { outcome, code, count } of counts) {
    const name = outcome === 'returned' ? 'returned' : code
    const isRefusal = outcome === 'returned' || outcome === 'rejected' || outcome === 'deferred'
    if (isRefusal) byCode.set(name, (byCode.get(name) ?? 0) + count)
  }
  return [...byCode]
    .map(([code, count]) => ({ code, count }))
    .toSorted((a, b) => b.count - a.count || a.code.localeCompare(b.code))
}
