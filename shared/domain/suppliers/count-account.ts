import { type AccountFigures, BalanceModel, PackCallModel, packCallIndexes } from '../fulfilment/index.ts'
import { figuresOf, type OutcomeCount } from './figure-rules.ts'

const hourMs = 3_600_000

/** So many kinds of refusals are kept; a day has a handful. */
const refusalsAtMost = 20

/** Counts what an account did in the last hour and day, from indexes alone, and keeps that with the account. */
export async function countAccount(account: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 24 * hourMs)
  const [day, hour, counts] = await Promise.all([
    spentSince(account, since),
    spentSince(account, new Date(now.getTime() - hourMs)),
    outcomesSince(account, since),
  ])
  const { refusals, ...figures } = figuresOf(counts)
  const counted: AccountFigures = {
    countedAt: now,
    ...{ hourSpent: hour.points, hourPacks: hour.packs },
    ...{ daySpent: day.points, dayPacks: day.packs, dayUnpriced: day.unpriced, firstAt: day.firstAt },
    ...{ ...figures, refusals: refusals.slice(0, refusalsAtMost) },
  }
  await BalanceModel.updateOne({ _id: account }, { $set: { figures: counted } })
}

type Spending = { points: number; packs: number; unpriced: number; firstAt: Date | null }

/** What was bought at an account since a time, in ten-thousandths of its unit. */
export async function spentSince(account: string, since: Date): Promise<Spending> {
  const [spent] = await PackCallModel.aggregate<Spending>([
    { $match: { account, spentAt: { $gte: since } } },
    {
      $group: {
        _id: null,
        points: { $sum: '$cost' },
        packs: { $sum: 1 },
        unpriced: { $sum: { $cond: [{ $eq: ['$cost', null] }, 1, 0] } },
        firstAt: { $min: '$spentAt' },
      },
    },
    { $project: { _id: 0 } },
  ]).hint(packCallIndexes.spent)
  return spent ?? { points: 0, packs: 0, unpriced: 0, firstAt: null }
}

async function outcomesSince(account: string, since: Date): Promise<OutcomeCount[]> {
  return PackCallModel.aggregate<OutcomeCount>([
    { $match: { account, at: { $gte: since } } },
    {
      $group: { _id: { outcome: '$outcome', code: '$code', tookS: '$tookS' }, count: { $sum: 1 } },
    },
    { $project: { _id: 0, outcome: '$_id.outcome', code: '$_id.code', tookS: '$_id.tookS', count: 1 } },
  ]).hint(packCallIndexes.outcomes)
}
