import { UserModel } from './accounts/index.ts'
import { WalletModel } from './wallet/index.ts'

const atOnce = 1_000

/** Users who never had money get the wallet that every new user has. May be run again. */
export async function fillWallets(): Promise<void> {
  const all = UserModel.collection.find({}, { projection: { _id: 1 }, sort: { _id: 1 }, hint: '_id_' })
  let ids: unknown[] = []
  for await (const { _id } of all) {
    ids.push(_id)
    if (ids.length < atOnce) continue
    await fillSome(ids)
    ids = []
  }
  await fillSome(ids)
}

async function fillSome(ids: readonly unknown[]): Promise<void> {
  if (ids.length === 0) return
  const empty = { balancePaise: 0, version: 0 }
  await WalletModel.collection.bulkWrite(
    ids.map((_id) => ({
      updateOne: { filter: { _id: _id as never }, update: { $setOnInsert: empty }, upsert: true },
    })),
    { ordered: false },
  )
}
