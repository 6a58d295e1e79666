import type { Types } from 'mongoose'
import { UserModel } from './user-model.ts'

/**
 * Records when a user was last active; `$max` keeps the latest time whatever the order of writes. It does not change
 * `updatedAt`, so that an admin who edits the user meets no conflict.
 */
export async function recordLastSeen(userId: Types.ObjectId, now: Date): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $max: { lastSeenAt: now } }, { timestamps: false })
}
