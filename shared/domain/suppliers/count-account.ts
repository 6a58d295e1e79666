import { type AccountStatistics, BalanceModel, PurchaseLogModel, purchaseLogIndexes } from '../fulfilment/index.ts'
import { statisticsOf, type OutcomeCount } from './figure-rules.ts'

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
    ...{ spentLastDay: day.cost, unitsLastDay: day.units, unpricedLastDay: day.unpriced, firstAt: day.firstAt },
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
        firstAt: { $min: '$spentAt' },
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
      $group: { _id: { outcome: '$outcome', code: '$code', durationSeconds: '$tookS' }, count: { $sum: 1 } },
    },
    { $project: { _id: 0, outcome: '$_id.outcome', code: '$_id.code', durationSeconds: '$_id.durationSeconds', count: 1 } },
  ]).hint(purchaseLogIndexes.outcomes)
}
