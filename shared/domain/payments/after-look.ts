import type { Task } from '../../platform/due-tasks.ts'
import { type CheckSchedule, nextCheckAllowedAt } from './one-look.ts'
import { nextPollAt, type PollSchedule } from './pace.ts'
import type { IPayment } from './payment-schema.ts'
import { type PaymentPatch, paymentPatch, attemptCountIs, type PaymentGuard } from './payment-update.ts'

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
