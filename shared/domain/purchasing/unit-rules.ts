import type { Evidence, Supplier, UnitOutcome } from '../../providers/suppliers/supplier.ts'
import type { IUnit } from './unit-schema.ts'

/** The next step for an order's units, which are bought one after the other. */
type UnitStep =
  | { kind: 'send'; index: number }
  | { kind: 'lookup'; index: number }
  /** Purchases again under the same reference, which shows the result of the previous attempt. */
  | { kind: 'retry'; index: number }
  /** A call was made, and its process crashed before the answer arrived. */
  | { kind: 'orphaned'; index: number }
  /** The account's balance will show the result. */
  | { kind: 'settle'; index: number }
  /** Restored from a backup: what the database knows of it may be older than what the supplier did. */
  | { kind: 'verify'; index: number }
  | { kind: 'blocked'; index: number; delivered: number }
  | { kind: 'all_delivered' }

/**
 * Whether a unit was not sent because it costs much more than the customer paid: a person decides. The supplier was not
 * asked, and customers do not see its cost.
 */
export const isBelowCost = ({ state, code }: Pick<IUnit, 'state' | 'code'>): boolean =>
  state === 'rejected' && code === 'below_cost'

/**
 * Pure.
 * @param evidence how this supplier shows the result of an unclear purchase
 */
export function nextUnitStep(units: readonly IUnit[], evidence: Evidence): UnitStep {
  const index = units.findIndex((unit) => unit.state !== 'delivered')
  const unit = units[index]
  if (!unit) return { kind: 'all_delivered' }
  const delivered = index
  if (unit.isUnverified && mustVerify(unit, evidence)) return { kind: 'verify', index }
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

/**
 * Whether a restored unit must be verified before its next step. Where the supplier is asked about unclear purchases,
 * only one that counts as unsent must: the others are asked about anyway. A balance proves nothing about restored
 * purchases, because it has changed since by purchases that are unknown here.
 */
function mustVerify({ state }: IUnit, evidence: Evidence): boolean {
  switch (evidence) {
    case 'lookup':
      return state === 'planned'
    case 'balance':
      return state !== 'delivered' && state !== 'rejected'
    case 'idempotent_retry':
      return false
    default:
      return evidence satisfies never
  }
}

/**
 * Pure. The reference under which a unit is bought again after the supplier has returned the money under `ref`. It
 * follows from `ref` alone: a shop that was restored from a backup uses the references again that the lost one used, in
 * their order, so that asking about each finds what was bought since.
 */
export function nextReference(ref: string): string {
  const [, stem = ref, number = '1'] = /^(.*)-r(\d+)$/.exec(ref) ?? []
  return `${stem}-r${Number(number) + 1}`
}

/** Whether the next balance reading may show the unit's result. */
export const isAwaitingReading = ({ state, batch }: IUnit): boolean => state === 'unknown' && batch > 0

/** How an order continues after an answer about one of its units. */
export type AfterAnswer =
  | { next: 'continue' }
  /** Checks or retries after a delay; `reason` is shown on the board. */
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
  /** Definitely rejected; no retry changes it. */
  | { next: 'rejected' }
  /** Only a person can determine the result, or decide about a rejection that does not resolve itself. */
  | { next: 'needs_action'; reason?: 'supplier_deferred' | 'below_cost' }

/** Consecutive "not found" answers about an accepted order before a person decides. */
const maxNotFound = 3
/** Lost attempts of a unit before a person must find the cause. */
const maxAttempts = 3

export type SupplierAnswer =
  | UnitOutcome
  | { kind: 'not_found' }
  /** Nothing can show the result any more. */
  | { kind: 'unknown'; message: string; isFinal: true }
  /** Not sent: it costs much more than the customer paid. */
  | { kind: 'below_cost'; message: string }

/** The answer for a unit sent to an account whose credentials are no longer set. */
export const otherAccountAnswer = ({ name }: Pick<Supplier, 'name'>): SupplierAnswer => ({
  kind: 'unknown',
  message: `It was bought from another account of ${name}, whose credentials are not set: only its own list can tell`,
  isFinal: true,
})

/** After this time a deferral (low balance, invalid key) does not resolve itself. */
const maxDeferralMs = 30 * 60_000

type AnswerContext = {
  now: Date
  evidence: Evidence
  pollMs: number
  /** Until when the unit's last call may be in flight, see `inFlightUntil`. */
  callEndsAt: Date
  /** When the supplier was asked: its answer describes that time, however late it arrives. */
  askedAt: Date
}

/**
 * Pure. The unit after an answer, and how to continue. Time-outs and unreadable answers make a unit unknown. It is sent
 * again only when the supplier reports that it has no such unit, or under the same reference when the supplier delivers
 * once per reference.
 */
export function applyAnswer(
  unit: IUnit,
  answer: SupplierAnswer,
  terms: AnswerContext,
): { unit: IUnit; after: AfterAnswer } {
  return terms.evidence === 'idempotent_retry' && isRepeatable(answer) && isStillUnknown(unit, answer)
    ? retryWithSameReference(unit, answer, terms)
    : interpretAnswer(unit, answer, terms)
}

/** Whether the supplier was asked, or can be asked again. */
const isRepeatable = (answer: SupplierAnswer): answer is LookupAnswer =>
  answer.kind !== 'below_cost' && !('isFinal' in answer)

function interpretAnswer(
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
  // The time of the first acceptance is kept, however often it is looked up later.
  const acceptedAt = unit.supplierOrderId === '' ? null : unit.answeredAt
  // An order accepted after a long unclear time is polled as often as any other.
  const retryCount = answer.kind === 'accepted' && acceptedAt === null ? 0 : unit.retryCount
  const waiting = {
    ...answered,
    answeredAt: acceptedAt ?? now,
    retryCount: retryCount + 1,
    deferredSince: unit.deferredSince,
    notFoundTimes: unit.notFoundTimes,
    notFoundSince: unit.notFoundSince,
  }
  const retryMs = backoffMs(pollMs, retryCount, 5 * 60_000)
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
        after: { next: 'wait', reason: answer.isHeld ? 'supplier_review' : 'in_progress', waitMs: retryMs },
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
      return markUnavailable(unit, waiting, retryMs)
    case 'rate_limited':
      return markUnavailable(unit, { ...waiting, retryCount: unit.retryCount }, answer.retryAfterMs)
    case 'not_found':
      return markNotFound(unit, { answered, waiting, retryMs }, terms)
    case 'unknown':
      if (unit.supplierOrderId !== '' && !('isFinal' in answer)) {
        return { unit: waiting, after: { next: 'wait', reason: 'in_progress', waitMs: retryMs } }
      }
      return markUnknown(waiting, answer, { evidence, waitMs: retryMs })
    default:
      return answer satisfies never
  }
}

type Answered = { answered: IUnit; waiting: IUnit; retryMs: number }

/**
 * The supplier has no such unit. That frees it for another attempt only when its call cannot be in flight any more. An
 * accepted unit is never freed: it is looked up a few times, then a person decides.
 */
function markNotFound(
  unit: IUnit,
  { answered, waiting, retryMs }: Answered,
  { now, evidence, callEndsAt, askedAt }: AnswerContext,
): { unit: IUnit; after: AfterAnswer } {
  const notFound = { notFoundTimes: unit.notFoundTimes + 1, notFoundSince: unit.notFoundSince ?? now }
  if (unit.supplierOrderId !== '') {
    if (notFound.notFoundTimes < maxNotFound) {
      return {
        unit: { ...waiting, ...notFound },
        after: { next: 'wait', reason: 'outcome_unknown', waitMs: retryMs },
      }
    }
    const message = `Accepted as ${unit.supplierOrderId}, and the supplier does not know of it any more`
    return {
      unit: { ...answered, ...notFound, state: 'unknown', batch: 0, message },
      after: { next: 'needs_action' },
    }
  }
  if (evidence === 'lookup' && askedAt < callEndsAt) {
    const leftMs = Math.max(0, callEndsAt.getTime() - now.getTime())
    const message = 'The supplier does not know of it yet, and may still be taking it'
    return {
      unit: { ...waiting, ...notFound, state: 'unknown', message },
      after: { next: 'wait', reason: 'outcome_unknown', waitMs: Math.min(retryMs, leftMs) },
    }
  }
  // Nothing was bought under this reference, and therefore under none that would have followed it.
  const verified = { ...answered, ...(unit.isUnverified && { isUnverified: false }) }
  if (unit.attempt >= maxAttempts) {
    const message = `Sent ${unit.attempt} times, and the supplier knows of none`
    return { unit: { ...verified, state: 'unknown', batch: 0, message }, after: { next: 'needs_action' } }
  }
  return { unit: { ...verified, state: 'planned' }, after: { next: 'continue' } }
}

/** Checked again when a lookup or the balance can show the result; otherwise a person decides. */
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

/** Retried for a limited time; then it counts as rejected, and a person sends it again or refunds it. */
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

/** Certainly not reached: a unit that was not sent may be sent again; one being looked up stays unchanged. */
function markUnavailable(unit: IUnit, waiting: IUnit, waitMs: number): { unit: IUnit; after: AfterAnswer } {
  const mayBeBought = unit.state === 'unknown' || unit.supplierOrderId !== ''
  return {
    unit: mayBeBought ? waiting : { ...waiting, state: 'planned' },
    after: { next: 'wait', reason: 'supplier_unavailable', waitMs },
  }
}

type LookupAnswer = UnitOutcome | { kind: 'not_found' }

type RetryOutcome = {
  unit: IUnit
  after: { next: 'needs_action' } | { next: 'wait'; reason: 'outcome_unknown'; waitMs: number }
}

/** After this time of repeated purchases a person must determine the result. */
const maxUnknownMs = 30 * 60_000

/**
 * Whether the result of an earlier attempt is still unknown after an answer to a retry under the same reference. A
 * rejection only concerns its own attempt: an invalid key or a missing product says nothing about an earlier purchase
 * whose answer was lost.
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

/**
 * Pure. The unit waiting to be sent again under its reference, for a limited time; then a person must determine the
 * result.
 */
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
  const hasExpired = now.getTime() - unknownSince.getTime() >= maxUnknownMs
  if (hasExpired) return { unit: waiting, after: { next: 'needs_action' } }
  const waitMs = backoffMs(pollMs, unit.retryCount, 5 * 60_000)
  return { unit: waiting, after: { next: 'wait', reason: 'outcome_unknown', waitMs } }
}

/**
 * Doubles after each retry.
 * @returns ms
 */
function backoffMs(firstMs: number, retryCount: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(retryCount, 16))
}
