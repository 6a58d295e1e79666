import { randomUUID } from 'node:crypto'
import { batchAnswers } from '../../platform/batch-calls.ts'
import type { Clock } from '../../platform/clock.ts'
import { insertMany } from '../../platform/insert-many.ts'
import { unorderedWrites } from '../../platform/mongo.ts'
import { retryUntilSuccess } from '../../platform/retry-until-success.ts'
import type { Notification } from './notification.ts'
import {
  channelOf,
  type DeliveryChannel,
  type INotification,
  NotificationModel,
  type NotificationStatus,
  notificationId,
} from './notification-model.ts'

/** Longer than any provider's time-out: whoever was sending is gone and never wrote down the answer. */
const lostAfterMs = 120_000

const minuteMs = 60_000
/** Waits after the first attempts; the last repeats. */
const waitsMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs)
/** A message that is older helps nobody. */
const expiredAfterMs = 24 * 60 * minuteMs

/** `isPlanned`: by our own rule, and no trouble. */
export type SendAnswer = { isPlanned?: true } & (
  | { kind: 'accepted' | 'rejected' | 'unknown'; note: string }
  | { kind: 'deferred'; note: string; waitMs?: number; stops?: 'account' | 'server' }
)

/** Where a notification stands on one channel, and when to come back to it. */
export type Sent = { status: NotificationStatus; againAt?: Date }

/** A notification that is this process's alone to send. */
export type SendingAttempt = Pick<INotification, '_id' | 'kind' | 'ref' | 'channel' | 'attempts' | 'firstAt'>

/** A notification that is taken, or where it stands with somebody else. */
export type SendingStart = { mine: SendingAttempt } | { theirs: Sent }

/**
 * Takes a notification for sending one deliveryChannel: written before the call, so that nothing goes out twice. Theirs when it
 * has gone out or ended, when somebody else is at it, or when its next try has to wait.
 */
export async function startSending(
  notification: Notification,
  deliveryChannel: DeliveryChannel,
  clock: Clock,
): Promise<SendingStart> {
  const now = clock.now()
  const { kind, ref, dedupeKey = '' } = notification
  const _id = notificationId(notification, deliveryChannel)
  const wanted = { _id, kind, ref, dedupeKey, channel: channelOf(deliveryChannel), now }
  const mine = (await startFirst(wanted)) ?? (await startAgain(wanted))
  return mine ? { mine } : { theirs: await statusOf(_id, now) }
}

type Wanted = Pick<INotification, '_id' | 'kind' | 'ref' | 'dedupeKey' | 'channel'> & { now: Date }

/** A mail and its text message are asked for in one turn. */
const ofOneTurn = { batchDelayMs: 0 }

/** All that are wanted at the same time are one command; of two who want the same one it is one's alone. */
const startFirst = batchAnswers<Wanted, SendingAttempt | undefined>(async (wanted) => {
  // A mark for each: two of one notification may be in one group.
  const notifications = wanted.map(({ now, ...notification }) => ({
    ...notification,
    senderId: randomUUID(),
    status: 'sending' as const,
    attempts: 1,
    firstAt: now,
    sendingSince: now,
    createdAt: now,
    updatedAt: now,
  }))
  const starts = await insertMany(
    NotificationModel.collection,
    notifications satisfies INotification[],
    'senderId',
  )
  return notifications.map((notification, index) => {
    const isMine = starts[index]
    return isMine instanceof Error ? isMine : isMine ? notification : undefined
  })
}, ofOneTurn)

/** A notification that was not sent, and whose next try is due. */
async function startAgain({ _id, kind, dedupeKey, now }: Wanted): Promise<SendingAttempt | undefined> {
  const attempt = await NotificationModel.findOneAndUpdate(
    { _id, status: 'deferred', nextAt: { $lte: now } },
    { $set: { kind, dedupeKey, status: 'sending', sendingSince: now }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean<INotification | null>()
  return attempt ?? undefined
}

/** Writes down what came of a attempt notification. */
export async function recordSending(
  attempt: SendingAttempt,
  answer: SendAnswer,
  clock: Clock,
): Promise<Sent> {
  const { kind, note } = answer
  const sent =
    answer.kind === 'deferred' ? afterDeferred(attempt, answer.waitMs, clock.now()) : { status: kind }
  const nextAt = sent.againAt ? { nextAt: sent.againAt } : {}
  await retryUntilSuccess(() => update(attempt, { status: sent.status, answer: note, ...nextAt }))
  return sent
}

/** Gives a attempt notification back unsent: what it would say is not true any more, or could not be found out. */
export async function cancelSending(attempt: SendingAttempt, clock: Clock): Promise<void> {
  const nextAt = clock.now()
  await retryUntilSuccess(() => update(attempt, { status: 'deferred', nextAt }))
}

type Answered = { attempt: SendingAttempt; set: Partial<INotification> }

const update = (attempt: SendingAttempt, set: Partial<INotification>) => record({ attempt, set })

/** In ms: what was sent was sent, and nobody waits for the note. */
const untilOthersEnd = { batchDelayMs: 15 }

/** Safe to repeat: who has taken it since has another number of attempts. */
const record = batchAnswers<Answered, void>(async (answers) => {
  const writes = answers.map(({ attempt: { _id, attempts }, set }) => ({
    updateOne: { filter: { _id, status: 'sending' as const, attempts }, update: { $set: set } },
  }))
  await NotificationModel.bulkWrite(writes, unorderedWrites)
  return []
}, untilOthersEnd)

function afterDeferred({ attempts, firstAt }: SendingAttempt, waitMs = 0, now: Date): Sent {
  const pauseMs = Math.max(waitMs, waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? 0)
  const againAt = new Date(now.getTime() + pauseMs)
  if (againAt.getTime() - firstAt.getTime() > expiredAfterMs) return { status: 'expired' }
  return { status: 'deferred', againAt }
}

async function statusOf(_id: string, now: Date): Promise<Sent> {
  const notification = await NotificationModel.findById(_id).lean<INotification | null>()
  if (!notification) return { status: 'deferred', againAt: now }
  const { status, attempts, nextAt } = notification
  if (status === 'deferred') return { status, againAt: nextAt ?? now }
  if (status !== 'sending') return { status }
  const lostAt = new Date(notification.sendingSince.getTime() + lostAfterMs)
  if (lostAt > now) return { status, againAt: lostAt }
  await NotificationModel.updateOne(
    { _id, status, attempts },
    { $set: { status: 'unknown', answer: 'The process ended before the answer came.' } },
  )
  return { status: 'unknown' }
}
