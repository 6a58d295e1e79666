import { OrderModel } from './orders/index.ts'

/** The last row of the history that led to a status; null where none did. */
const lastMoveTo = (status: unknown) => ({
  $ifNull: [
    { $last: { $filter: { input: '$history', as: 'row', cond: { $eq: ['$$row.to', status] } } } },
    null,
  ],
})

/** Orders of before tell only by their history when they ended, and by whom. */
export async function fillOrderEnds(): Promise<void> {
  await OrderModel.collection.updateMany({ ended: { $exists: false } }, [
    { $set: { end: lastMoveTo('$status'), completion: lastMoveTo('Completed') } },
    {
      $set: {
        completedAt: { $ifNull: ['$completion.at', null] },
        ended: {
          $cond: [
            { $or: [{ $in: ['$status', ['Created', 'Processing']] }, { $eq: ['$end', null] }] },
            null,
            { at: '$end.at', by: '$end.by' },
          ],
        },
      },
    },
    { $unset: ['end', 'completion'] },
  ])
}
