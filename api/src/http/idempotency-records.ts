import { IdempotencyKeyModel, type IIdempotencyKey } from '@jhatpat/shared/platform/idempotency-model.ts'
import { together } from '@jhatpat/shared/platform/in-groups.ts'
import { insertEach } from '@jhatpat/shared/platform/insert-each.ts'
import { eachByItself } from '@jhatpat/shared/platform/mongo.ts'

/**
 * Writes a key down unless it is known. Keys that come at the same time are one command; of two of one key in it the
 * second finds the first.
 * @returns whether it was not known, also where the first answer to that was lost
 */
export const isFirst = together<IIdempotencyKey, boolean>((records) =>
  insertEach(IdempotencyKeyModel.collection, records, 'owner'),
)

/** How a run ended, as stored on its key. `isAnswered`: the client has had an answer, so the key leaves the unanswered list. */
export type RunEnd = Pick<IIdempotencyKey, 'state'> & Partial<IIdempotencyKey> & { isAnswered?: true }

type EndOfRun = Pick<IIdempotencyKey, '_id' | 'owner'> & { end: RunEnd }

/** Writes down how a run ended, unless another has taken it over. What may have been written is written once more. */
export const keepEnd = (ended: EndOfRun): Promise<void> => keep(ended).catch(() => keepOne(ended))

async function keepOne(ended: EndOfRun): Promise<void> {
  await IdempotencyKeyModel.updateOne(...writeOf(ended))
}

const keep = together<EndOfRun, void>(async (all) => {
  const writes = all.map(writeOf).map(([filter, update]) => ({ updateOne: { filter, update } }))
  await IdempotencyKeyModel.bulkWrite(writes, eachByItself)
  return []
})

const writeOf = ({ _id, owner, end: { isAnswered, ...end } }: EndOfRun) =>
  [
    { _id, owner, state: 'running' as const },
    { $set: end, ...(isAnswered && { $unset: { openFor: 1 } }) },
  ] as const
