import type { Evidence, Supplier, UnitOutcome } from '../../providers/suppliers/supplier.ts'
import type { IUnit } from './unit-schema.ts'

/** What to do next for an order's units. Units are bought one after the other. */
type UnitStep =
  | { kind: 'send'; index: number }
  | { kind: 'lookup'; index: number }
  /** The same purchase under the same reference tells what became of the one before. */
  | { kind: 'retry'; index: number }
  /** A call went out and its answer was lost with the process that made it. */
  | { kind: 'orphaned'; index: number }
  /** The account's balance will tell what became of it. */
  | { kind: 'settle'; index: number }
  | { kind: 'blocked'; index: number; delivered: number }
  | { kind: 'all_delivered' }

/**
 * Whether a pack was not sent since it costs much more than was paid: a person decides. The supplier was asked nothing,
 * and customers read nothing of its cost.
 */
export const isHeldBack = ({ state, code }: Pick<IUnit, 'state' | 'code'>): boolean =>
  state === 'rejected' && code === 'below_cost'

/** Pure. @param evidence what tells at this supplier how an unclear purchase ended */
export function nextUnitStep(units: readonly IUnit[], evidence: Evidence): UnitStep {
  const index = units.findIndex((unit) => unit.state !== 'delivered')
  const unit = units[index]
  if (!unit) return { kind: 'all_delivered' }
  const delivered = index
  switch (unit.state) {
    case 'planned':
      return { kind: 'send', index }
    case 'sending':
      if (unit.supplierOrderId !== '' && evidence === 'lookup') return { kind: 'lookup', index }
      return { kind: 'orphaned', index }
    case 'unknown':
      if (evidence === 'lookup') return { kind: 'lookup', index }
      if (evidence === 'idempotent_retry') return { kind: 'retry', index }
      return unit.batch > 0 ? { kind: 'settle', index } : { kind: 'blocked', index, delivered }
    case 'rejected':
      return { kind: 'blocked', index, delivered }
    case 'delivered':
      return { kind: 'all_delivered' }
    default:
      throw new Error(`unit ${unit.ref} is in no known state: ${unit.state satisfies never}`)
  }
}

/** Whether the next reading of its account's balance may tell what became of it. */
export const isAwaitingReading = ({ state, batch }: IUnit): boolean => state === 'unknown' && batch > 0

/** How an order goes on after an answer about one of its units. */
export type AfterAnswer =
  | { next: 'continue' }
  /** Ask or try again after a wait; `why` is shown on the board. */
  | {
      next: 'wait'
      reason:
        | 'in_progress'
        | 'supplier_unavailable'
        | 'supplier_deferred'
        | 'supplier_review'
        | 'outcome_unknown'
      waitMs: number
    }
  /** A definite no, and nothing will change it. */
  | { next: 'rejected' }
  /** Only a person can say what happened, or what to do about a refusal that does not pass. */
  | { next: 'needs_action'; reason?: 'supplier_deferred' | 'below_cost' }

/** So often in a row an accepted order is not known before a person is asked. */
const maxNotFound = 3
/** A unit that is lost on the way this often is lost for a reason that a person must find. */
const maxAttempts = 3

export type SupplierAnswer =
  | UnitOutcome
  | { kind: 'not_found' }
  /** Nothing will tell any more what became of it. */
  | { kind: 'unknown'; message: string; isFinal: true }
  /** Not sent: it is known to cost much more than was paid. */
  | { kind: 'below_cost'; message: string }

/** About a unit that was sent to an account which nothing here opens any more. */
export const ofAnotherAccount = ({ name }: Pick<Supplier, 'name'>): SupplierAnswer => ({
  kind: 'unknown',
  message: `It was bought from another account of ${name}, whose credentials are not set: only its own list can tell`,
  isFinal: true,
})

/** What a supplier still refuses after so long (too few points, a wrong key) does not pass by itself. */
const maxDeferralMs = 30 * 60_000

type AnswerContext = {
  now: Date
  evidence: Evidence
  pollMs: number
  /** Until when the unit's last call may be in flight, see `inFlightUntil`. */
  callEndsAt: Date
  /** When the supplier was asked: its answer is of that time, however late it comes. */
  askedAt: Date
}

/**
 * Pure: the unit after an answer, and how to go on. Time-outs and nonsense make a unit unknown, which is never
 * sent again blindly: only a supplier that says it has no such unit frees it for another attempt, and only one that
 * delivers once under a reference is asked by sending it again under the same.
 */
export function applyAnswer(
  unit: IUnit,
  answer: SupplierAnswer,
  terms: AnswerContext,
): { unit: IUnit; after: AfterAnswer } {
  return terms.evidence === 'idempotent_retry' && answer.kind !== 'below_cost' && isStillUnknown(unit, answer)
    ? retryWithSameReference(unit, answer, terms)
    : takeAnswer(unit, answer, terms)
}

function takeAnswer(
  unit: IUnit,
  answer: SupplierAnswer,
  terms: AnswerContext,
): { unit: IUnit; after: AfterAnswer } {
  const { now, evidence, pollMs } = terms
  const answered = {
    ...unit,
    answeredAt: now,
    message: 'message' in answer ? answer.message.slice(0, 300) : '',
    deferredSince: null,
    unknownSince: null,
    notFoundTimes: 0,
    notFoundSince: null,
  }
  // Accepted is accepted once, however often it is looked up afterwards.
  const acceptedAt = unit.supplierOrderId === '' ? null : unit.answeredAt
  // An order that was unclear for long and is taken after all is followed as closely as any other.
  const retryCount = answer.kind === 'accepted' && acceptedAt === null ? 0 : unit.retryCount
  const waiting = {
    ...answered,
    answeredAt: acceptedAt ?? now,
    retryCount: retryCount + 1,
    deferredSince: unit.deferredSince,
    notFoundTimes: unit.notFoundTimes,
    notFoundSince: unit.notFoundSince,
  }
  const soon = backoffMs(pollMs, retryCount, 5 * 60_000)
  switch (answer.kind) {
    case 'delivered':
      return {
        unit: { ...answered, state: 'delivered', supplierOrderId: answer.supplierOrderId },
        after: { next: 'continue' },
      }
    case 'accepted':
      return {
        unit: {
          ...waiting,
          state: 'sending',
          supplierOrderId: answer.supplierOrderId,
          message: answer.vendorStatus,
          deferredSince: null,
          notFoundTimes: 0,
          notFoundSince: null,
        },
        after: { next: 'wait', reason: answer.isHeld ? 'supplier_review' : 'in_progress', waitMs: soon },
      }
    case 'rejected':
      if (answer.retryable) return defer({ ...waiting, code: answer.code }, unit.retryCount, now)
      return { unit: { ...answered, state: 'rejected', code: answer.code }, after: { next: 'rejected' } }
    case 'below_cost':
      return {
        unit: { ...answered, state: 'rejected', code: 'below_cost' },
        after: { next: 'needs_action', reason: 'below_cost' },
      }
    case 'returned':
      return {
        unit: { ...answered, state: 'rejected', supplierOrderId: answer.supplierOrderId, code: 'returned' },
        after: { next: 'rejected' },
      }
    case 'unavailable':
      return markUnavailable(unit, waiting, soon)
    case 'rate_limited':
      return markUnavailable(unit, { ...waiting, retryCount: unit.retryCount }, answer.retryAfterMs)
    case 'not_found':
      return markNotFound(unit, { answered, waiting, soon }, terms)
    case 'unknown':
      if (unit.supplierOrderId !== '' && !('isFinal' in answer)) {
        return { unit: waiting, after: { next: 'wait', reason: 'in_progress', waitMs: soon } }
      }
      return markUnknown(waiting, answer, { evidence, waitMs: soon })
    default:
      return answer satisfies never
  }
}

type Answered = { answered: IUnit; waiting: IUnit; soon: number }

/**
 * The supplier does not know of it. That frees a unit for another attempt only where its call cannot be in flight any more,
 * and never one that the supplier had accepted: that is asked for a few times and then a person's.
 */
function markNotFound(
  unit: IUnit,
  { answered, waiting, soon }: Answered,
  { now, evidence, callEndsAt, askedAt }: AnswerContext,
): { unit: IUnit; after: AfterAnswer } {
  const seen = { notFoundTimes: unit.notFoundTimes + 1, notFoundSince: unit.notFoundSince ?? now }
  if (unit.supplierOrderId !== '') {
    if (seen.notFoundTimes < maxNotFound) {
      return {
        unit: { ...waiting, ...seen },
        after: { next: 'wait', reason: 'outcome_unknown', waitMs: soon },
      }
    }
    const message = `Accepted as ${unit.supplierOrderId}, and the supplier does not know of it any more`
    return {
      unit: { ...answered, ...seen, state: 'unknown', batch: 0, message },
      after: { next: 'needs_action' },
    }
  }
  if (evidence === 'lookup' && askedAt < callEndsAt) {
    const leftMs = Math.max(0, callEndsAt.getTime() - now.getTime())
    const message = 'The supplier does not know of it yet, and may still be taking it'
    return {
      unit: { ...waiting, ...seen, state: 'unknown', message },
      after: { next: 'wait', reason: 'outcome_unknown', waitMs: Math.min(soon, leftMs) },
    }
  }
  if (unit.attempt >= maxAttempts) {
    const message = `Sent ${unit.attempt} times, and the supplier knows of none`
    return { unit: { ...answered, state: 'unknown', batch: 0, message }, after: { next: 'needs_action' } }
  }
  return { unit: { ...answered, state: 'planned' }, after: { next: 'continue' } }
}

/** Asked about again where the supplier can be asked or its balance will tell; else only a person can say. */
function markUnknown(
  waiting: IUnit,
  answer: Extract<SupplierAnswer, { kind: 'unknown' }>,
  { evidence, waitMs }: { evidence: Evidence; waitMs: number },
): { unit: IUnit; after: AfterAnswer } {
  const isFinal = 'isFinal' in answer || (evidence !== 'lookup' && waiting.batch === 0)
  if (isFinal) return { unit: { ...waiting, state: 'unknown', batch: 0 }, after: { next: 'needs_action' } }
  return {
    unit: { ...waiting, state: 'unknown' },
    after: { next: 'wait', reason: 'outcome_unknown', waitMs },
  }
}

/** Tried again for a while; then it counts as refused, and a person sends it again or gives the money back. */
function defer(unit: IUnit, retryCount: number, now: Date): { unit: IUnit; after: AfterAnswer } {
  const deferredSince = unit.deferredSince ?? now
  if (now.getTime() - deferredSince.getTime() >= maxDeferralMs) {
    return {
      unit: { ...unit, state: 'rejected', deferredSince: null },
      after: { next: 'needs_action', reason: 'supplier_deferred' },
    }
  }
  const waitMs = backoffMs(30_000, retryCount, 15 * 60_000)
  return {
    unit: { ...unit, state: 'planned', deferredSince },
    after: { next: 'wait', reason: 'supplier_deferred', waitMs },
  }
}

/** Not reached for certain: a unit not yet sent may be sent again; one being looked up stays what it was. */
function markUnavailable(unit: IUnit, waiting: IUnit, waitMs: number): { unit: IUnit; after: AfterAnswer } {
  const wasAsked = unit.state === 'unknown' || unit.supplierOrderId !== ''
  return {
    unit: wasAsked ? waiting : { ...waiting, state: 'planned' },
    after: { next: 'wait', reason: 'supplier_unavailable', waitMs },
  }
}

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
function isStillUnknown({ state, unknownSince }: IUnit, answer: LookupAnswer): boolean {
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
function retryWithSameReference(
  unit: IUnit,
  answer: LookupAnswer,
  { now, pollMs }: { now: Date; pollMs: number },
): RetryOutcome {
  const unknownSince = unit.unknownSince ?? now
  const waiting: IUnit = {
    ...unit,
    state: 'unknown',
    unknownSince,
    answeredAt: now,
    deferredSince: null,
    retryCount: unit.retryCount + 1,
    message: 'message' in answer ? answer.message.slice(0, 300) : '',
  }
  const isOver = now.getTime() - unknownSince.getTime() >= maxUnknownMs
  if (isOver) return { unit: waiting, after: { next: 'needs_action' } }
  const waitMs = backoffMs(pollMs, unit.retryCount, 5 * 60_000)
  return { unit: waiting, after: { next: 'wait', reason: 'outcome_unknown', waitMs } }
}

/** Twice as long after each wait. @returns ms */
function backoffMs(firstMs: number, retryCount: number, mostMs: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(retryCount, 16))
}
