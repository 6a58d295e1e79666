import { toRupees } from '../../contracts/money.ts'
import type { PointsLine } from '../../contracts/points.ts'
import { toPoints } from './point-rules.ts'
import { type IPointSet, PointSetModel, pointAccounts } from './points-model.ts'

/** So many lines are shown. */
const most = 30

/** What somebody's points came from and went to, the latest first. */
export async function listPoints(userId: string): Promise<PointsLine[]> {
  const account = pointAccounts.owner(userId)
  const sets = await PointSetModel.find({ 'postings.account': account })
    .sort({ at: -1, _id: -1 })
    .limit(most)
    .lean<IPointSet[]>()
  return sets.map(({ _id, kind, ref, note, postings, worthPaise, at }) => ({
    id: _id,
    kind,
    ...(kind === 'redeemed' ? { worth: toRupees(worthPaise) } : { orderid: ref }),
    note,
    points: toPoints(postings.find((one) => one.account === account)?.hundredths ?? 0),
    at: at.toISOString(),
  }))
}
