import type { UnitOutcome } from '../../providers/suppliers/supplier.ts'
import type { IUnit } from './unit-schema.ts'

type LookupAnswer = UnitOutcome | { kind: 'not_found' }

type RetryOutcome = {
  unit: IUnit
  after: { next: 'needs_action' } | { next: 'wait'; reason: 'outcome_unknown'; waitMs: number }
}

/** What repeating has not told by then a person must find out. */
const maxUnknownMs = 30 * 60_000

/**
 * Whether an answer leaves open if the supplier has sold a unit, where repeating tells. A refusal speaks of its own
 * attempt alone: a wrong key or a missing pack says nothing of a purchase before whose answer was lost.
 */
export function isStillUnknown({ state, unknownSince }: IUnit, answer: LookupAnswer): boolean {
  switch (answer.kind) {
    case 'delivered':
    case 'returned':
      return false
    case 'unknown':
    case 'accepted':
      return true
    case 'rejected':
    case 'unavailable':
    case 'rate_limited':
    case 'not_found':
      return state === 'unknown' || Boolean(unknownSince)
    default:
      return answer satisfies never
  }
}

/** Pure: the unit as it waits to be sent again under its reference, for a while; then a person must find out. */
export function retryWithSameReference(
  unit: IUnit,
  answer: LookupAnswer,
  { now, pollMs }: { now: Date; pollMs: number },
): RetryOutcome {
  const unknownSince = unit.unknownSince ?? now
  const waiting: IUnit = {
    ...unit,
    ...{ state: 'unknown', unknownSince, answeredAt: now, deferredSince: null, retryCount: unit.retryCount + 1 },
    message: 'message' in answer ? answer.message.slice(0, 300) : '',
  }
  const isOver = now.getTime() - unknownSince.getTime() >= maxUnknownMs
  if (isOver) return { unit: waiting, after: { next: 'needs_action' } }
  const waitMs = backoffMs(pollMs, unit.retryCount, 5 * 60_000)
  return { unit: waiting, after: { next: 'wait', reason: 'outcome_unknown', waitMs } }
}

/** Twice as long after each wait. @returns ms */
export function backoffMs(firstMs: number, retryCount: number, mostMs: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(retryCount, 16))
}
