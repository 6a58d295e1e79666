import type { UnitOutcome } from '../../providers/suppliers/supplier.ts'
import type { IUnit } from './unit-schema.ts'

type Answer = UnitOutcome | { kind: 'not_found' }

type Repeated = {
  unit: IUnit
  after: { next: 'park' } | { next: 'wait'; why: 'outcome_unknown'; waitMs: number }
}

/** What repeating has not told by then a person must find out. */
const repeatedAtMostMs = 30 * 60_000

/**
 * Whether an answer leaves open if the supplier has sold a unit, where repeating tells. A refusal speaks of its own
 * attempt alone: a wrong key or a missing pack says nothing of a purchase before whose answer was lost.
 */
export function leavesUnclear({ state, unclearSince }: IUnit, answer: Answer): boolean {
  switch (answer.kind) {
    case 'delivered':
    case 'returned':
      return false
    case 'unknown':
    case 'accepted':
      return true
    case 'refused':
    case 'unreachable':
    case 'rate_limited':
    case 'not_found':
      return state === 'unknown' || Boolean(unclearSince)
    default:
      return answer satisfies never
  }
}

/** Pure: the unit as it waits to be sent again under its reference, for a while; then a person must find out. */
export function repeatLater(
  unit: IUnit,
  answer: Answer,
  { now, pollMs }: { now: Date; pollMs: number },
): Repeated {
  const unclearSince = unit.unclearSince ?? now
  const waiting: IUnit = {
    ...unit,
    ...{ state: 'unknown', unclearSince, answeredAt: now, refusedSince: null, waits: unit.waits + 1 },
    message: 'message' in answer ? answer.message.slice(0, 300) : '',
  }
  const isOver = now.getTime() - unclearSince.getTime() >= repeatedAtMostMs
  if (isOver) return { unit: waiting, after: { next: 'park' } }
  const waitMs = backoffMs(pollMs, unit.waits, 5 * 60_000)
  return { unit: waiting, after: { next: 'wait', why: 'outcome_unknown', waitMs } }
}

/** Twice as long after each wait. @returns ms */
export function backoffMs(firstMs: number, waits: number, mostMs: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(waits, 16))
}
