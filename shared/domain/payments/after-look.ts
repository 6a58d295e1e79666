import type { Task } from '../../platform/due-tasks.ts'
import { type LookPace, nextTurnAt } from './one-look.ts'
import { nextLookAt, type Pace } from './pace.ts'
import type { IPayment } from './payment-schema.ts'
import { type LookPatch, lookPatch, noMoreLinksThan, type PaymentGuard } from './payment-update.ts'

type Looked = { payment: IPayment | null; createdAt: Date; due: { payment: Task } }

/**
 * A payment and its task of looks after a look, as updates to be tried in order. All hold only while nobody else has
 * looked and no other link was asked for, so that of two answers at once one is applied, and none that is silent
 * about a link. The first holds only while nobody has asked for another look; when a callback did during this one,
 * the answer may be older than its news, so the second owes another look as soon as one may be had.
 */
export function lookPatches(
  { payment, createdAt, due }: Looked,
  after: IPayment,
  at: LookPace & Pace,
): [LookPatch, LookPatch] {
  const links = payment?.links.length ?? 0
  const guard: PaymentGuard = { 'payment.polls': payment?.polls ?? 0, ...noMoreLinksThan(links) }
  const set = lookPatch(after)
  const inc = { 'due.payment.seq': 1 }
  const turn = nextTurnAt({ askedAt: at.now }, at)
  const paced = nextLookAt(after, createdAt, at)
  const next = paced && paced < turn ? turn : paced
  return [
    { guard: { ...guard, 'due.payment.seq': due.payment.seq }, set: { ...set, 'due.payment.at': next }, inc },
    { guard, set: { ...set, 'due.payment.at': turn }, inc },
  ]
}
