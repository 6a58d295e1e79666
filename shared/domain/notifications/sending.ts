import type { Notification } from './notification.ts'

/** How a notification is delivered: by mail, by text message, or to one browser, by its subscription's id. */
export type DeliveryChannel = 'mail' | 'sms' | `push/${string}`

/**
 * `deferred`: certainly not sent, tried again at `nextAt`. `unknown`: it may have been sent, so it is not sent again.
 * `expired`: certainly not sent within a day.
 */
export const notificationStatuses = [
  'sending',
  'accepted',
  'deferred',
  'rejected',
  'unknown',
  'expired',
] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

/** How far a notification has come on one channel, as stored. */
export type Sending = {
  status: NotificationStatus
  attempts: number
  /** When the first attempt started. */
  firstAt: Date
  /** Since when it has this status. */
  since: Date
  nextAt?: Date
  /** The provider's reference or its rejection reason. */
  answer?: string
}

/** The definition of these fields for a schema. */
export const sendingFields = {
  status: { type: String, required: true, enum: notificationStatuses },
  attempts: Number,
  firstAt: Date,
  since: Date,
  nextAt: Date,
  answer: String,
}

/** `cancelled`: it no longer applies. `isPlanned`: deferred by our own rule, which is not a failure. */
export type SendAnswer = { isPlanned?: true } & (
  | { kind: 'accepted' | 'rejected' | 'unknown' | 'cancelled'; note: string }
  | { kind: 'deferred'; note: string; waitMs?: number; stops?: 'account' | 'server' }
)

/** State of a notification on one channel, and when to try again. */
export type Sent = { status: NotificationStatus; againAt?: Date }

/**
 * Identifies a notification on one channel among those of its order, top-up or account: `kind/dedupeKey/channel`. All
 * text messages about one order share one id, so that at most one is sent.
 */
export function sendingId(
  { kind, dedupeKey = '' }: Pick<Notification, 'kind' | 'dedupeKey'>,
  channel: DeliveryChannel,
): string {
  if (channel === 'sms' && kind.startsWith('order_')) return 'order//sms'
  return [kind, dedupeKey, channel].join('/')
}

const minuteMs = 60_000
/** Longer than any provider's time-out: the sending process has crashed without recording the answer. */
const lostAfterMs = 2 * minuteMs
/** Delays after the first attempts; the last repeats. */
const waitsMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs)
/** An older message is useless to the customer. */
const expiredAfterMs = 24 * 60 * minuteMs
const maxAnswerLength = 200

export const firstAttempt = (now: Date): Sending => ({
  status: 'sending',
  attempts: 1,
  firstAt: now,
  since: now,
})

/** The first attempt, or the next one of what was deferred; undefined when none is due. */
export function nextAttempt(stored: Sending | undefined, now: Date): Sending | undefined {
  if (!stored) return firstAttempt(now)
  if (stored.status !== 'deferred' || !stored.nextAt || stored.nextAt > now) return undefined
  return { status: 'sending', attempts: stored.attempts + 1, firstAt: stored.firstAt, since: now }
}

/** The answer of an attempt whose process has crashed; undefined while it may still come. */
export function lostAnswer({ status, since }: Sending, now: Date): SendAnswer | undefined {
  if (status !== 'sending' || lostAt(since) > now) return undefined
  return { kind: 'unknown', note: 'The process ended before the answer came.' }
}

const lostAt = (since: Date) => new Date(since.getTime() + lostAfterMs)

export function sentOf({ status, since, nextAt }: Sending): Sent {
  if (status === 'sending') return { status, againAt: lostAt(since) }
  return status === 'deferred' && nextAt ? { status, againAt: nextAt } : { status }
}

/** An attempt after its answer. */
export function afterAnswer<Attempt extends Sending>(
  attempt: Attempt,
  answer: SendAnswer,
  now: Date,
): Attempt {
  const { attempts, firstAt } = attempt
  const answered = { ...attempt, since: now, answer: answer.note.slice(0, maxAnswerLength) }
  if (answer.kind === 'cancelled') return { ...answered, status: 'deferred', nextAt: now }
  if (answer.kind !== 'deferred') return { ...answered, status: answer.kind }
  const pauseMs = Math.max(answer.waitMs ?? 0, waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? 0)
  const nextAt = new Date(now.getTime() + pauseMs)
  if (nextAt.getTime() - firstAt.getTime() > expiredAfterMs) return { ...answered, status: 'expired' }
  return { ...answered, status: 'deferred', nextAt }
}
