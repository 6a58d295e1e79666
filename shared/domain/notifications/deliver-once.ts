import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { insertMany } from '../../platform/insert-many.ts'
import { unorderedWrites } from '../../platform/mongo.ts'
import { type INotification, NotificationModel } from './notification-model.ts'
import type { OutgoingMessage, SendingStart, SendResult } from './send-started.ts'
import { firstAttempt, lostAnswer, type Sending, sendingId } from './sending.ts'

/**
 * Starts the messages that are due. Recorded before they are sent, so that none is sent twice: of two concurrent starts
 * of one message one succeeds.
 */
export async function startSending(
  messages: readonly OutgoingMessage[],
  clock: Clock,
): Promise<SendingStart[]> {
  const now = clock.now()
  const firsts = await startFirst(messages, now)
  return Promise.all(
    messages.map(async (message, index) => {
      const sending = firsts[index] ?? (await startAgain(message, now))
      return sending ? { message, sending, current: message.notification } : storedState(message, now)
    }),
  )
}

const idOf = ({ notification, channel }: OutgoingMessage) =>
  `${notification.ref}/${sendingId(notification, channel)}`

async function startFirst(messages: readonly OutgoingMessage[], now: Date): Promise<(Sending | undefined)[]> {
  const notifications = messages.map((message) => ({
    ...firstAttempt(now),
    _id: idOf(message),
    kind: message.notification.kind,
    ref: message.notification.ref,
    channel: message.channel,
    senderId: randomUUID(),
  }))
  const stored = notifications satisfies INotification[]
  const starts = stored.length > 0 ? await insertMany(NotificationModel.collection, stored, 'senderId') : []
  return starts.map((start, index) => {
    if (start instanceof Error) throw start
    return start ? notifications[index] : undefined
  })
}

/** Starts the next try of a message that was deferred and is due. */
async function startAgain(message: OutgoingMessage, now: Date): Promise<Sending | undefined> {
  const { kind } = message.notification
  const again = await NotificationModel.findOneAndUpdate(
    { _id: idOf(message), status: 'deferred', nextAt: { $lte: now } },
    { $set: { kind, status: 'sending', since: now }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean<INotification | null>()
  return again ?? undefined
}

async function storedState(message: OutgoingMessage, now: Date): Promise<SendingStart> {
  const stored = await NotificationModel.findById(idOf(message)).lean<INotification | null>()
  // A concurrent insert may not be readable yet.
  const sending = stored ?? firstAttempt(now)
  const answer = lostAnswer(sending, now)
  return { message, sending, ...(answer && { answer }) }
}

/** Records results. Safe to repeat: a later attempt has another `attempts`. */
export async function recordSending(results: readonly SendResult[]): Promise<void> {
  const writes = results.map(({ start, sending: { status, attempts, since, nextAt, answer } }) => ({
    updateOne: {
      filter: { _id: idOf(start.message), status: 'sending' as const, attempts },
      update: { $set: { status, since, ...(nextAt && { nextAt }), ...(answer && { answer }) } },
    },
  }))
  if (writes.length > 0) await NotificationModel.bulkWrite(writes, unorderedWrites)
}
