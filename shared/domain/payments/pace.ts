import type { IPayment } from './payment-schema.ts'

/**
 * How often to look. `pollMs`: waits between the first looks, in ms; the last one repeats, and is also the wait for a
 * second payment. `slower`: from this age of a payment on, at least this long between two looks.
 */
export type Pace = {
  pollMs: readonly number[]
  slower?: readonly { afterMs: number; everyMs: number }[]
}

const hourMs = 3_600_000
/** When money may still come late: hours after the payment was created (UPI disputes settle within five days). */
const lateLooksMs = [1, 6, 24, 72, 120].map((hours) => hours * hourMs)

/** Payers who saw no success pay again, mostly at once; a callback about it can get lost. */
const secondLooksMs = [1, 24].map((hours) => hours * hourMs)

/** When money that may still come is looked for the last time. */
export const lastLookAt = (createdAt: Date): Date => new Date(createdAt.getTime() + (lateLooksMs.at(-1) ?? 0))

type Looked = Pick<IPayment, 'state' | 'polls' | 'payBefore' | 'captures' | 'answeredAt'>

/**
 * When to look for the money next, or null when no look is owed any more. A look for late or second money is used up
 * by an answer alone: without one it is made again soon.
 */
export function nextLookAt(
  payment: Looked,
  createdAt: Date,
  { now, ...pace }: Pace & { now: Date },
): Date | null {
  const next = new Date(now.getTime() + waitMs(payment.polls, now.getTime() - createdAt.getTime(), pace))
  if (payment.state === 'created') {
    const closing = payment.payBefore
    return now < closing && next > closing ? closing : next
  }
  const late = (payment.state === 'paid' ? secondLooksMs : lateLooksMs).map((ms) => createdAt.getTime() + ms)
  const captured = payment.captures.map((capture) => capture.at.getTime() + (pace.pollMs.at(-1) ?? 60_000))
  const answeredAt = (payment.answeredAt ?? createdAt).getTime()
  const owed = [...captured.slice(-1), ...late].find((time) => time > answeredAt)
  if (owed === undefined) return null
  return owed > now.getTime() ? new Date(owed) : next
}

function waitMs(polls: number, ageMs: number, { pollMs, slower = [] }: Pace): number {
  const first = pollMs[Math.min(polls, pollMs.length - 1)] ?? 60_000
  return Math.max(first, ...slower.filter(({ afterMs }) => ageMs >= afterMs).map(({ everyMs }) => everyMs))
}
