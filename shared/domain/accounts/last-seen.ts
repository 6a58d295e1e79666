import type { Types } from 'mongoose'
import { UserModel } from './user-model.ts'

/**
 * Notes that somebody is here: the latest moment stands, whichever of several writes comes last. It is no change of the
 * user: who edits them is not told that another was first.
 */
export async function recordLastSeen(userId: Types.ObjectId, now: Date): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $max: { lastSeenAt: now } }, { timestamps: false })
}
