import { SessionModel, UserModel } from './accounts/index.ts'

/** When people were last here, as far as their sessions are still there to tell. May be run again. */
export async function fillLastSeen(): Promise<void> {
  const seen = SessionModel.collection.aggregate<{ _id: unknown; at: Date }>([
    { $group: { _id: '$userId', at: { $max: '$lastUsedAt' } } },
  ])
  for await (const { _id, at } of seen)
    await UserModel.collection.updateOne({ _id: _id as never }, { $max: { lastSeenAt: at } })
  await UserModel.collection.updateMany({ lastSeenAt: { $exists: false } }, { $set: { lastSeenAt: null } })
}
