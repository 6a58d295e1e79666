import { toRupees } from '../../contracts/money.ts'
import type { PointsLine } from '../../contracts/points.ts'
import { toPoints } from './point-rules.ts'
import { type IPointsEntry, PointsEntryModel, pointAccounts } from './points-model.ts'

/** So many lines are shown. */
const most = 30

/** What somebody's points came from and went to, the latest first. */
export async function listPoints(userId: string): Promise<PointsLine[]> {
  const account = pointAccounts.owner(userId)
  const entries = await PointsEntryModel.find({ 'postings.account': account })
    .sort({ at: -1, _id: -1 })
    .limit(most)
    .lean<IPointsEntry[]>()
  return entries.map(({ _id, kind, ref, note, postings, valuePaise, at }) => ({
    id: _id,
    kind,
    ...(kind === 'redeemed' ? { worth: toRupees(valuePaise) } : { orderid: ref }),
    note,
    points: toPoints(postings.find((one) => one.account === account)?.hundredths ?? 0),
    at: at.toISOString(),
  }))
}
