import { AuditModel, AuditSealModel, AuditWaitingModel } from './audit/index.ts'

/** Rows from before there was a chain wait for their seal like new ones; those that have one are left alone. */
export async function queueRowsOfBefore(): Promise<void> {
  const seals = AuditSealModel.collection.collectionName
  await AuditModel.collection
    .aggregate([
      { $lookup: { from: seals, localField: '_id', foreignField: 'rowId', as: 'seals' } },
      { $match: { seals: [] } },
      { $project: { at: 1 } },
      { $merge: { into: AuditWaitingModel.collection.collectionName, whenMatched: 'keepExisting' } },
    ])
    .toArray()
}
