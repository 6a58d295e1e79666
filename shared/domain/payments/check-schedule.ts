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

type ScheduledTarget = { payment: IPayment | null; createdAt: Date; due: { payment: Task } }

/**
 * The updates that record a payment after a check, to be tried in order. Both apply only if no other check and no new
 * attempt was recorded meanwhile, so that of two concurrent answers one is applied, and none that does not cover every
 * attempt. The first also requires that no other check was requested. If a callback requested one during this check,
 * the answer may be older than the callback, so the second schedules another check at the earliest allowed time.
 */
export function checkPatches(
  { payment, createdAt, due }: ScheduledTarget,
  after: IPayment,
  at: CheckSchedule & PollSchedule,
): [PaymentPatch, PaymentPatch] {
  const attempts = payment?.attempts.length ?? 0
  const guard: PaymentGuard = { 'payment.checkCount': payment?.checkCount ?? 0, ...attemptCountIs(attempts) }
  const set = paymentPatch(after)
  const inc = { 'due.payment.seq': 1 }
  const allowedAt = nextCheckAllowedAt({ checkedAt: at.now }, at)
  const nextByAge = nextPollAt(after, createdAt, at)
  const next = nextByAge && nextByAge < allowedAt ? allowedAt : nextByAge
  return [
    { guard: { ...guard, 'due.payment.seq': due.payment.seq }, set: { ...set, 'due.payment.at': next }, inc },
    { guard, set: { ...set, 'due.payment.at': allowedAt }, inc },
  ]
}

type PaymentTarget = { payment: IPayment | null }

/** `gapMs`: the minimum interval between two checks of one payment. */
type CheckSchedule = { now: Date; gapMs: number }

/**
 * Acquires the right to check a payment at the gateway, for every process and cause: pages, callback jobs, the sweeper.
 * Of concurrent calls one succeeds, and the next not before `gapMs` have passed. A refused caller leaves the scheduled
 * check unchanged: the holder schedules the next one, and if its process crashes, the sweeper finds the check overdue.
 */
export async function acquireCheckLock(
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>,
  target: PaymentTarget & { _id?: unknown },
  schedule: CheckSchedule,
): Promise<boolean> {
  const { payment } = target
  if (!payment || nextCheckAllowedAt(payment, schedule) > schedule.now) return false
  const locked = await model.updateOne(
    { _id: target._id, ...({ 'payment.checkedAt': payment.checkedAt } satisfies PaymentGuard) },
    { $set: { 'payment.checkedAt': schedule.now } satisfies PaymentSet },
    { timestamps: false },
  )
  return locked.matchedCount === 1
}

/** The earliest time at which the gateway may be asked about a payment again. */
export function nextCheckAllowedAt(
  { checkedAt }: Pick<IPayment, 'checkedAt'>,
  { now, gapMs }: CheckSchedule,
): Date {
  const allowedMs = checkedAt === null ? 0 : checkedAt.getTime() + gapMs
  return allowedMs > now.getTime() ? new Date(allowedMs) : now
}

/**
 * How often to check. `pollIntervalsMs`: delays between the first checks, in ms; the last one repeats, and is also the
 * delay of the check for a second payment. `backoff`: minimum interval between checks from this age of a payment on.
 */
type PollSchedule = {
  pollIntervalsMs: readonly number[]
  backoff?: readonly { afterMs: number; everyMs: number }[]
}

const hourMs = 3_600_000
/** Checks for late money, after the payment was created (UPI disputes settle within five days). */
const latePollsMs = [1, 6, 24, 72, 120].map((hours) => hours * hourMs)

/** A payer who saw no confirmation pays again, mostly at once; the callback of the second payment can get lost. */
const secondPollsMs = [1, 24].map((hours) => hours * hourMs)

/** When the payment is checked for late money for the last time. */
export const lastPollAt = (createdAt: Date): Date => new Date(createdAt.getTime() + (latePollsMs.at(-1) ?? 0))

type PolledPayment = Pick<IPayment, 'state' | 'checkCount' | 'payBefore' | 'captures' | 'answeredAt'>

/**
 * When to check next, or null when no check is due any more. Only an answered check for late or second money counts; an
 * unanswered one is repeated soon.
 */
export function nextPollAt(
  payment: PolledPayment,
  createdAt: Date,
  { now, ...schedule }: PollSchedule & { now: Date },
): Date | null {
  const next = new Date(
    now.getTime() + intervalMs(payment.checkCount, now.getTime() - createdAt.getTime(), schedule),
  )
  if (payment.state === 'created') {
    const deadline = payment.payBefore
    return now < deadline && next > deadline ? deadline : next
  }
  const lateChecks = (payment.state === 'paid' ? secondPollsMs : latePollsMs).map(
    (ms) => createdAt.getTime() + ms,
  )
  const afterCapture = payment.captures.map(
    (capture) => capture.at.getTime() + (schedule.pollIntervalsMs.at(-1) ?? 60_000),
  )
  const answeredAt = (payment.answeredAt ?? createdAt).getTime()
  const dueMs = [...afterCapture.slice(-1), ...lateChecks].find((time) => time > answeredAt)
  if (dueMs === undefined) return null
  return dueMs > now.getTime() ? new Date(dueMs) : next
}

function intervalMs(
  checkCount: number,
  ageMs: number,
  { pollIntervalsMs, backoff = [] }: PollSchedule,
): number {
  const first = pollIntervalsMs[Math.min(checkCount, pollIntervalsMs.length - 1)] ?? 60_000
  return Math.max(first, ...backoff.filter(({ afterMs }) => ageMs >= afterMs).map(({ everyMs }) => everyMs))
}
