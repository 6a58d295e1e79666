import type { IPayment } from './payment-schema.ts'

/**
 * How often to check. `pollIntervalsMs`: waits between the first checks, in ms; the last one repeats, and is also the wait for a
 * second payment. `backoff`: from this age of a payment on, at least this long between two checks.
 */
export type PollSchedule = {
  pollIntervalsMs: readonly number[]
  backoff?: readonly { afterMs: number; everyMs: number }[]
}

const hourMs = 3_600_000
/** When money may still come late: hours after the payment was created (UPI disputes settle within five days). */
const latePollsMs = [1, 6, 24, 72, 120].map((hours) => hours * hourMs)

/** Payers who saw no success pay again, mostly at once; a callback about it can get lost. */
const secondPollsMs = [1, 24].map((hours) => hours * hourMs)

/** When money that may still come is looked for the last time. */
export const lastPollAt = (createdAt: Date): Date => new Date(createdAt.getTime() + (latePollsMs.at(-1) ?? 0))

type PolledPayment = Pick<IPayment, 'state' | 'checkCount' | 'payBefore' | 'captures' | 'answeredAt'>

/**
 * When to check for the money next, or null when no check is owed any more. A check for late or second money is used up
 * by an answer alone: without one it is made again soon.
 */
export function nextPollAt(
  payment: PolledPayment,
  createdAt: Date,
  { now, ...schedule }: PollSchedule & { now: Date },
): Date | null {
  const next = new Date(now.getTime() + waitMs(payment.checkCount, now.getTime() - createdAt.getTime(), schedule))
  if (payment.state === 'created') {
    const deadline = payment.payBefore
    return now < deadline && next > deadline ? deadline : next
  }
  const late = (payment.state === 'paid' ? secondPollsMs : latePollsMs).map((ms) => createdAt.getTime() + ms)
  const captured = payment.captures.map((capture) => capture.at.getTime() + (schedule.pollIntervalsMs.at(-1) ?? 60_000))
  const answeredAt = (payment.answeredAt ?? createdAt).getTime()
  const owed = [...captured.slice(-1), ...late].find((time) => time > answeredAt)
  if (owed === undefined) return null
  return owed > now.getTime() ? new Date(owed) : next
}

function waitMs(checkCount: number, ageMs: number, { pollIntervalsMs, backoff = [] }: PollSchedule): number {
  const first = pollIntervalsMs[Math.min(checkCount, pollIntervalsMs.length - 1)] ?? 60_000
  return Math.max(first, ...backoff.filter(({ afterMs }) => ageMs >= afterMs).map(({ everyMs }) => everyMs))
}
