import { Types } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { batchDelays, batchReads } from '../../platform/batches/index.ts'
import { hashToken } from '../../platform/ids.ts'
import type { PushAddress } from '../../providers/push/push-sender.ts'
import { type Caller, sessionMs, unrevokedSessions } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { type IPushSubscription, PushSubscriptionModel } from './subscription-model.ts'

type PushDeps = Pick<Deps, 'push' | 'clock'>

/** Maximum devices of a user; the oldest is dropped. */
const maxDevices = 10

/** A session is stored a day longer than its six hours, and a subscription as long as its session. */
const subscriptionMs = sessionMs + 24 * 3_600_000

/**
 * Subscribes a browser to the caller's order notifications until this session ends. A browser has one owner: the
 * previous owner's subscription is replaced.
 * @throws AppError `not_found` when push is not configured, `invalid_request` when the address is no push service's
 */
export async function subscribe(deps: PushDeps, caller: Caller, requested: PushAddress): Promise<string> {
  if (!deps.push) throw new AppError('not_found')
  const address = {
    endpoint: requested.endpoint,
    p256dh: withoutPadding(requested.p256dh),
    auth: withoutPadding(requested.auth),
  }
  if (!deps.push.canSendTo(address)) throw new AppError('invalid_request', { field: 'endpoint' })
  const now = deps.clock.now()
  const _id = hashToken(`push ${address.endpoint}`)
  const userId = new Types.ObjectId(caller.userId)
  const before = await PushSubscriptionModel.findById(_id).lean<IPushSubscription | null>()
  const since = before && userId.equals(before.userId) ? before.since : now
  const expiresAt = new Date(now.getTime() + subscriptionMs)
  const set = { ...address, userId, sessionId: caller.sessionId, since, expiresAt }
  await PushSubscriptionModel.updateOne({ _id }, { $set: set }, { upsert: true })
  await dropOldest(userId)
  return _id
}

/** @throws AppError `not_found` when the subscription is not the caller's, as if it did not exist */
export async function unsubscribe(caller: Caller, id: string): Promise<void> {
  const userId = new Types.ObjectId(caller.userId)
  const { deletedCount } = await PushSubscriptionModel.deleteOne({ _id: id, userId })
  if (deletedCount === 0) throw new AppError('not_found')
}

/** The subscription of the caller's session, or undefined. */
export async function currentSubscription(caller: Caller): Promise<string | undefined> {
  const all = await pushDevicesOf(caller.userId)
  return all.find(({ sessionId }) => sessionId === caller.sessionId)?._id
}

/**
 * A user's browsers to notify. Subscriptions of ended sessions are skipped and deleted here, so that ending a session
 * needs no knowledge of them.
 * @param userId the user's `_id` in hex
 */
export async function pushDevicesOf(userId: string): Promise<IPushSubscription[]> {
  const subscriptions = await subscriptionsOf(userId)
  if (!subscriptions) return []
  const activeSessions = await unrevokedSessions(
    userId,
    subscriptions.map(({ sessionId }) => sessionId),
  )
  const ended = subscriptions.filter(({ sessionId }) => !activeSessions.has(sessionId))
  await Promise.all(ended.map(removeSubscription))
  return subscriptions.filter(({ sessionId }) => activeSessions.has(sessionId))
}

/** A user's subscriptions, undefined when there are none. Concurrent calls share one query. */
const subscriptionsOf = batchReads(
  async (userIds: string[]) => {
    const found = await PushSubscriptionModel.find({
      userId: { $in: userIds.map((id) => new Types.ObjectId(id)) },
    }).lean<IPushSubscription[]>()
    return Map.groupBy(found, ({ userId }) => String(userId))
  },
  { batchDelayMs: batchDelays.background },
)

/** Deletes a subscription as it was read: one renewed since, or now another user's, stays. */
export async function removeSubscription({
  _id,
  sessionId,
}: Pick<IPushSubscription, '_id' | 'sessionId'>): Promise<void> {
  await PushSubscriptionModel.deleteOne({ _id, sessionId })
}

/** Browsers write base64url with and without padding. */
const withoutPadding = (key: string) => key.replace(/=+$/, '')

/** After the write, so that of concurrent subscriptions the last one counts all. */
async function dropOldest(userId: Types.ObjectId): Promise<void> {
  const all = await PushSubscriptionModel.find({ userId }, { expiresAt: 1 }).lean()
  const newestFirst = all.sort(
    (a, b) => b.expiresAt.getTime() - a.expiresAt.getTime() || (a._id < b._id ? 1 : -1),
  )
  const dropped = newestFirst.slice(maxDevices).map(({ _id }) => _id)
  if (dropped.length > 0) await PushSubscriptionModel.deleteMany({ _id: { $in: dropped } })
}
