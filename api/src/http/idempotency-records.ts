import { batchAnswers, batchReads } from '@jhatpat/shared/platform/batches/index.ts'
import { IdempotencyKeyModel, type IIdempotencyKey } from '@jhatpat/shared/platform/idempotency-model.ts'
import { insertMany } from '@jhatpat/shared/platform/insert-many.ts'
import { unorderedWrites } from '@jhatpat/shared/platform/mongo.ts'

/** Finds a key's record. Concurrent reads are one command. */
export const findKey = batchReads(async (ids: string[]) => {
  const records = await IdempotencyKeyModel.find({ _id: { $in: ids } }).lean<IIdempotencyKey[]>()
  return new Map(records.map((record) => [record._id, record]))
})

/** Finds the state of a key's record, in a smaller read. */
export const findKeyState = batchReads(async (ids: string[]) => {
  const projection = { projection: { state: 1 } }
  const found = IdempotencyKeyModel.collection.find({ _id: { $in: ids } as never }, projection)
  return new Map(
    (await found.toArray()).map(({ _id, state }) => [String(_id), state as IIdempotencyKey['state']]),
  )
})

/**
 * Finds a key's record that `findKey` may not return yet: a write can meet a commit that other reads do not see.
 * A linearizable read waits for it, up to a tenth of a second.
 */
export const findKeyNow = (_id: string): Promise<IIdempotencyKey | null> =>
  IdempotencyKeyModel.findById(_id)
    .readConcern('linearizable')
    .maxTimeMS(10_000)
    .lean<IIdempotencyKey | null>()

const insertKeys = (records: IIdempotencyKey[]) =>
  insertMany(IdempotencyKeyModel.collection, records, 'owner')

/**
 * Inserts a key unless it exists. Concurrent keys are one command; of two equal ones in it the
 * second finds the first.
 * @returns whether it was new, also where the database's first reply was lost
 */
export const reserveKey = batchAnswers<IIdempotencyKey, boolean>(insertKeys)

/**
 * `reserveKey` for the refusal of a call whose record is inserted in a transaction. The insert waits for such
 * a transaction of the same key, which must not delay the keys of other calls: batched with refusals only.
 */
export const insertRefusal = batchAnswers<IIdempotencyKey, boolean>(insertKeys)

/**
 * How a run ended, as stored on its key. `isAnswered`: the client has received a reply, so the key
 * leaves the unanswered list.
 */
export type RecordedReply = Pick<IIdempotencyKey, 'state'> & Partial<IIdempotencyKey> & { isAnswered?: true }

type FinishedRun = Pick<IIdempotencyKey, '_id' | 'owner'> & { end: RecordedReply }

/**
 * Records how a run ended, unless another has recovered it. A write with an unknown outcome is
 * repeated.
 */
export const recordReply = (ended: FinishedRun): Promise<void> =>
  recordBatched(ended).catch(() => recordOne(ended))

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
