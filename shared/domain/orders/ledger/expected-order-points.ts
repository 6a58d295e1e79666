import { postingCause, type ExpectedEntries } from '../../wallet/index.ts'
import { OrderModel } from '../order-model.ts'

const owner = { $concat: ['points:', { $toString: '$userId' }] }
const pointsEntry = (kind: string, hundredths: unknown) => ({
  cause: { $concat: [postingCause(kind, '$_id'), ' ', owner] },
  expected: hundredths,
})

/** The points that orders say they gave and took back, in hundredths, as `{ cause, expected }`. */
export const expectedOrderPoints: ExpectedEntries = {
  collection: OrderModel.collection.name,
  pipeline: [
    { $match: { $or: [{ 'points.earned': { $gt: 0 } }, { 'points.lateBonus': { $gt: 0 } }] } },
    {
      $project: {
        _id: 0,
        entries: [
          pointsEntry('earned', '$points.earned'),
          pointsEntry('late', { $ifNull: ['$points.lateBonus', 0] }),
          pointsEntry('revoked', { $multiply: ['$points.revoked', -1] }),
        ],
      },
    },
    { $unwind: '$entries' },
    { $replaceRoot: { newRoot: '$entries' } },
  ],
}
