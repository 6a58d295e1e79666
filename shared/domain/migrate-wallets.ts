import type { Types } from 'mongoose'
import { UserModel } from './accounts/index.ts'
import { WalletModel } from './wallet/index.ts'

const atOnce = 1_000

/**
 * Users without a wallet get the empty one that every new user has. Run again every night: a process of an older release
 * that still ran beside the migration signed people up without one.
 * @returns how many had none
 */
export async function fillWallets(): Promise<number> {
  // Without a size a batch is 16 MB, which is hundreds of thousands of ids.
  const all = UserModel.collection.find(
    {},
    { projection: { _id: 1 }, sort: { _id: 1 }, hint: '_id_', batchSize: atOnce },
  )
  let filled = 0
  let ids: Types.ObjectId[] = []
  for await (const { _id } of all) {
    ids.push(_id)
    if (ids.length < atOnce) continue
    filled += await fillSome(ids)
    ids = []
  }
  return filled + (await fillSome(ids))
}

async function fillSome(ids: readonly Types.ObjectId[]): Promise<number> {
  const there = await WalletModel.find({ _id: { $in: [...ids] } }, { _id: 1 }).lean<
    { _id: Types.ObjectId }[]
  >()
  const known = new Set(there.map(({ _id }) => String(_id)))
  const lacking = ids.filter((id) => !known.has(String(id)))
  if (lacking.length === 0) return 0
  const empty = { balancePaise: 0, version: 0 }
  const { upsertedCount } = await WalletModel.collection.bulkWrite(
    lacking.map((_id) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: empty }, upsert: true },
    })),
    { ordered: false },
  )
  return upsertedCount
}
