import { groupCommit } from '@jhatpat/shared/platform/group-commit.ts'
import { IdempotencyKeyModel, type IIdempotencyKey } from '@jhatpat/shared/platform/idempotency-model.ts'
import { insertBuilt } from '@jhatpat/shared/platform/insert-built.ts'
import { unlessSomeoneWasFirst } from '@jhatpat/shared/platform/mongo.ts'

/** Writes a key down unless it is known. @returns whether it was not, also where the first answer to that was lost */
export async function isFirst(record: IIdempotencyKey): Promise<boolean> {
  try {
    return await insert(record)
  } catch (error) {
    const stored = await IdempotencyKeyModel.findById(record._id)
      .lean<IIdempotencyKey | null>()
      .catch(() => null)
    if (stored?.owner === record.owner) return true
    throw error
  }
}

const insert = groupCommit<IIdempotencyKey, boolean>({
  one: async (record) =>
    (await unlessSomeoneWasFirst(async () => {
      await insertBuilt(IdempotencyKeyModel, [record])
      return true
    })) ?? false,
  // Of two of one key in a group the second finds the first.
  many: async (session, records) => {
    const { upsertedIds } = await IdempotencyKeyModel.bulkWrite(
      records.map(({ _id, ...rest }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true },
      })),
      { session },
    )
    return records.map((_record, index) => upsertedIds[index] !== undefined)
  },
})

/** How a run ended, as its key's record tells it from then on. */
export type RunEnd = Pick<IIdempotencyKey, 'state'> & Partial<IIdempotencyKey>

type EndOfRun = Pick<IIdempotencyKey, '_id' | 'owner'> & { end: RunEnd }

/** Writes down how a run ended, unless another has taken it over. What may have been written is written once more. */
export const keepEnd = (ended: EndOfRun): Promise<void> => keep(ended).catch(() => keepOne(ended))

async function keepOne(ended: EndOfRun): Promise<void> {
  await IdempotencyKeyModel.updateOne(...writeOf(ended))
}

const keep = groupCommit<EndOfRun, void>({
  one: keepOne,
  many: async (session, all) => {
    const writes = all.map(writeOf).map(([filter, update]) => ({ updateOne: { filter, update } }))
    await IdempotencyKeyModel.bulkWrite(writes, { session })
    return all.map(() => undefined)
  },
})

const writeOf = ({ _id, owner, end }: EndOfRun) =>
  [{ _id, owner, state: 'running' as const }, { $set: end }] as const
