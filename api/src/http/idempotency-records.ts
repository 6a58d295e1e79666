import { IdempotencyKeyModel, type IIdempotencyKey } from '@jhatpat/shared/platform/idempotency-model.ts'
import { batchAnswers } from '@jhatpat/shared/platform/batch-calls.ts'
import { insertMany } from '@jhatpat/shared/platform/insert-many.ts'
import { unorderedWrites } from '@jhatpat/shared/platform/mongo.ts'

/**
 * Writes a key down unless it is known. Keys that come at the same time are one command; of two of one key in it the
 * second finds the first.
 * @returns whether it was not known, also where the first answer to that was lost
 */
export const reserveKey = batchAnswers<IIdempotencyKey, boolean>((records) =>
  insertMany(IdempotencyKeyModel.collection, records, 'owner'),
)

/** How a run ended, as stored on its key. `isAnswered`: the client has had an answer, so the key leaves the unanswered list. */
export type RecordedReply = Pick<IIdempotencyKey, 'state'> & Partial<IIdempotencyKey> & { isAnswered?: true }

type FinishedRun = Pick<IIdempotencyKey, '_id' | 'owner'> & { end: RecordedReply }

/** Writes down how a run ended, unless another has taken it over. What may have been written is written once more. */
export const recordReply = (ended: FinishedRun): Promise<void> => recordBatched(ended).catch(() => recordOne(ended))

async function recordOne(ended: FinishedRun): Promise<void> {
  await IdempotencyKeyModel.updateOne(...writeOf(ended))
}

const recordBatched = batchAnswers<FinishedRun, void>(async (all) => {
  const writes = all.map(writeOf).map(([filter, update]) => ({ updateOne: { filter, update } }))
  await IdempotencyKeyModel.bulkWrite(writes, unorderedWrites)
  return []
})

const writeOf = ({ _id, owner, end: { isAnswered, ...end } }: FinishedRun) =>
  [
    { _id, owner, state: 'running' as const },
    { $set: end, ...(isAnswered && { $unset: { openFor: 1 } }) },
  ] as const
