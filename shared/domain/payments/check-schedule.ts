import type { Model } from 'mongoose'
import type { Task } from '../../platform/due-tasks.ts'
import {
  attemptCountIs,
  type IPayment,
  type PaymentGuard,
  type PaymentPatch,
  type PaymentSet,
  paymentPatch,
} from './payment-schema.ts'

type CheckedTarget = { payment: IPayment | null; createdAt: Date; due: { payment: Task } }

/**
 * A payment and its task of checks after a check, as updates to be tried in order. All hold only while nobody else has
 * looked and no other attempt was asked for, so that of two answers at once one is applied, and none that is silent
 * about an attempt. The first holds only while nobody has asked for another check; when a callback did during this one,
 * the answer may be older than its result, so the second owes another check as soon as one may be had.
 */
export function checkPatches(
  { payment, createdAt, due }: CheckedTarget,
  after: IPayment,
  at: CheckSchedule & PollSchedule,
): [PaymentPatch, PaymentPatch] {
  const attempts = payment?.attempts.length ?? 0
  const guard: PaymentGuard = { 'payment.checkCount': payment?.checkCount ?? 0, ...attemptCountIs(attempts) }
  const set = paymentPatch(after)
  const inc = { 'due.payment.seq': 1 }
  const allowedAt = nextCheckAllowedAt({ checkedAt: at.now }, at)
  const paced = nextPollAt(after, createdAt, at)
  const next = paced && paced < allowedAt ? allowedAt : paced
  return [
    { guard: { ...guard, 'due.payment.seq': due.payment.seq }, set: { ...set, 'due.payment.at': next }, inc },
    { guard, set: { ...set, 'due.payment.at': allowedAt }, inc },
  ]
}

type PaymentTarget = { payment: IPayment | null }

/** `gapMs`: what lies between two checks at one payment at least. */
type CheckSchedule = { now: Date; gapMs: number }

/**
 * Takes the turn to ask the gateway about a payment, for everyone who may ask: pages, callbacks' jobs, the sweeper.
 * Of any number at once, in any number of processes, one gets it, and the next not before `gapMs` have passed. Whoever
 * gets none leaves the check that is owed where it stands: the one who has the turn writes down the next, and if that
 * one dies the sweeper finds it overdue.
 */
export async function acquireCheckLock(
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>,
  target: PaymentTarget & { _id?: unknown },
  schedule: CheckSchedule,
): Promise<boolean> {
  const { payment } = target
  if (!payment || nextCheckAllowedAt(payment, schedule) > schedule.now) return false
  const taken = await model.updateOne(
    { _id: target._id, ...({ 'payment.checkedAt': payment.checkedAt } satisfies PaymentGuard) },
    { $set: { 'payment.checkedAt': schedule.now } satisfies PaymentSet },
    { timestamps: false },
  )
  return taken.matchedCount === 1
}

/** The earliest moment at which the gateway may be asked about a payment. */
export function nextCheckAllowedAt(
  { checkedAt }: Pick<IPayment, 'checkedAt'>,
  { now, gapMs }: CheckSchedule,
): Date {
  const free = checkedAt === null ? 0 : checkedAt.getTime() + gapMs
  return free > now.getTime() ? new Date(free) : now
}

/**
 * How often to check. `pollIntervalsMs`: waits between the first checks, in ms; the last one repeats, and is also the wait for a
 * second payment. `backoff`: from this age of a payment on, at least this long between two checks.
 */
type PollSchedule = {
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
  const next = new Date(
    now.getTime() + waitMs(payment.checkCount, now.getTime() - createdAt.getTime(), schedule),
  )
  if (payment.state === 'created') {
    const deadline = payment.payBefore
    return now < deadline && next > deadline ? deadline : next
  }
  const late = (payment.state === 'paid' ? secondPollsMs : latePollsMs).map((ms) => createdAt.getTime() + ms)
  const captured = payment.captures.map(
    (capture) => capture.at.getTime() + (schedule.pollIntervalsMs.at(-1) ?? 60_000),
  )
  const answeredAt = (payment.answeredAt ?? createdAt).getTime()
  const owed = [...captured.slice(-1), ...late].find((time) => time > answeredAt)
  if (owed === undefined) return null
  return owed > now.getTime() ? new Date(owed) : next
}

function waitMs(checkCount: number, ageMs: number, { pollIntervalsMs, backoff = [] }: PollSchedule): number {
  const first = pollIntervalsMs[Math.min(checkCount, pollIntervalsMs.length - 1)] ?? 60_000
  return Math.max(first, ...backoff.filter(({ afterMs }) => ageMs >= afterMs).map(({ everyMs }) => everyMs))
}
