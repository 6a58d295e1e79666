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

/** Longer than any provider's time-out: the sending process has crashed without recording the answer. */
const lostAfterMs = 120_000

const minuteMs = 60_000
/** Delays after the first attempts; the last repeats. */
const waitsMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs)
/** An older message is useless to the customer. */
const expiredAfterMs = 24 * 60 * minuteMs

/** `isPlanned`: deferred by our own rule, which is not a failure. */
export type SendAnswer = { isPlanned?: true } & (
  | { kind: 'accepted' | 'rejected' | 'unknown'; note: string }
  | { kind: 'deferred'; note: string; waitMs?: number; stops?: 'account' | 'server' }
)

/** State of a notification on one channel, and when to try again. */
export type Sent = { status: NotificationStatus; againAt?: Date }

/** A notification that only this process may send. */
export type SendingAttempt = Pick<INotification, '_id' | 'kind' | 'ref' | 'channel' | 'attempts' | 'firstAt'>

/** A started attempt, or the notification's state when another process sends it or it has ended. */
export type SendingStart = { attempt: SendingAttempt } | { state: Sent }

/**
 * Starts sending a notification on one channel. Recorded before the call, so that nothing is sent twice. Returns
 * `state` when it was sent or has ended, another process is sending it, or its next try is not due.
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
  const attempt = (await startFirst(wanted)) ?? (await startAgain(wanted))
  return attempt ? { attempt } : { state: await statusOf(_id, now) }
}

type Wanted = Pick<INotification, '_id' | 'kind' | 'ref' | 'dedupeKey' | 'channel'> & { now: Date }

/** Batches the calls of one event-loop turn, such as a mail and its text message. */
const sameTurn = { batchDelayMs: 0 }

/** Concurrent starts are one command; of two for the same notification one succeeds. */
const startFirst = batchAnswers<Wanted, SendingAttempt | undefined>(async (wanted) => {
  // A unique `senderId`, since one batch may contain the same notification twice.
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
    const start = starts[index]
    if (start instanceof Error) return start
    return start ? notification : undefined
  })
}, sameTurn)

/** Starts the next try of a notification that was deferred and is due. */
async function startAgain({ _id, kind, dedupeKey, now }: Wanted): Promise<SendingAttempt | undefined> {
  const attempt = await NotificationModel.findOneAndUpdate(
    { _id, status: 'deferred', nextAt: { $lte: now } },
    { $set: { kind, dedupeKey, status: 'sending', sendingSince: now }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean<INotification | null>()
  return attempt ?? undefined
}

/** Records the result of an attempt. */
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

/** Ends an attempt unsent: the notification no longer applies, or its facts could not be read. */
export async function cancelSending(attempt: SendingAttempt, clock: Clock): Promise<void> {
  const nextAt = clock.now()
  await retryUntilSuccess(() => update(attempt, { status: 'deferred', nextAt }))
}

type Answered = { attempt: SendingAttempt; set: Partial<INotification> }

const update = (attempt: SendingAttempt, set: Partial<INotification>) => record({ attempt, set })

/** In ms: the message is sent already, and no caller waits for the record. */
const recordDelay = { batchDelayMs: 15 }

/** Safe to repeat: a later attempt has another `attempts`. */
const record = batchAnswers<Answered, void>(async (answers) => {
  const writes = answers.map(({ attempt: { _id, attempts }, set }) => ({
    updateOne: { filter: { _id, status: 'sending' as const, attempts }, update: { $set: set } },
  }))
  await NotificationModel.bulkWrite(writes, unorderedWrites)
  return []
}, recordDelay)

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
