import type { ClientSession, Model } from 'mongoose'
import type { Task } from '../../platform/due-tasks.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import {
  DuplicateReferenceError,
  isBankReference,
  ownerOfReference,
  reserveReference,
} from './bank-reference-model.ts'
import { type CheckDeps, checkGateway, checkPermit } from './check-gateway.ts'
import { acquireCheckLock, checkPatches } from './check-schedule.ts'
import { isEffective, type PaymentResult } from './payment-result.ts'
import type { IPayment, PaymentPatch } from './payment-schema.ts'
import { type AttemptAnswer, interpretAnswers, withDuplicateReference } from './read-gateway-answers.ts'

type SettleDeps = Omit<CheckDeps, 'env'> & {
  env: CheckDeps['env'] &
    Pick<Deps['env'], 'PAYMENT_POLL_MS' | 'PAYMENT_POLL_BACKOFF' | 'PAYMENT_CHECK_GAP_MS'>
}

/** An order or top-up that is paid through a gateway. */
type PaymentTarget = { payment: IPayment | null; createdAt: Date; due: { payment: Task } }

/**
 * Checks a payment at its gateway and applies each result once, however often and from wherever it is called. Changes
 * nothing while the gateway's circuit breaker is open, or when another check was made less than
 * `PAYMENT_CHECK_GAP_MS` ago.
 * @returns the order or top-up as it is afterwards
 */
export async function settlePayment<Target extends PaymentTarget, Decision extends Decided, Posted>(
  deps: SettleDeps,
  target: Target,
  steps: PaymentSteps<Target, Decision, Posted>,
): Promise<Target> {
  const { payment, createdAt } = target
  if (!payment) return target
  const permit = await checkPermit(deps, payment)
  if (permit.until) return target
  const schedule = { now: deps.clock.now(), gapMs: deps.env.PAYMENT_CHECK_GAP_MS }
  const isLocked = await acquireCheckLock(steps.model, target, schedule)
  if (!isLocked) {
    await permit.release()
    return (await steps.reload()) ?? target
  }
  const answers = await checkGateway(deps, { clientTxnId: steps.clientTxnId, createdAt, payment })
  return applyAnswers(deps, target, { answers, steps })
}

/** How an order or a top-up applies the result of a payment check. */
export type PaymentSteps<Target, Decision, Posted> = {
  clientTxnId: string
  /** The collection of the target. */
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>
  /** Pure. The payment after the result, and what the other steps need to know. */
  decide(before: Target, payment: IPayment, result: PaymentResult): Decision
  movesMoney(decision: Decision): boolean
  /** Compare-and-set on the version and `patch.guard`; undefined when a concurrent update won. */
  write(
    check: PaymentCheck<Target, Decision> & { patch: PaymentPatch },
    tx: ClientSession | undefined,
  ): Promise<PendingEvent<Target, Posted> | undefined>
  /** Posts the money in the transaction of `write`. A duplicate key means that a concurrent update won. */
  post(check: PaymentCheck<Target, Decision>, tx: ClientSession): Promise<Posted>
  reload(): Promise<Target | null>
}

type Decided = { payment: IPayment }

/** The target before the result, what was decided, and when. */
type PaymentCheck<Target, Decision> = { before: Target; decision: Decision; at: Date }

/**
 * A written target. `publish`, after the commit, enqueues and publishes the change and returns the target as it is
 * now; `posted` is given when money was posted.
 */
type PendingEvent<Target, Posted> = { publish(posted: Posted | undefined): Promise<Target> }

/** Enough for the results of all attempts and some lost races; the next check continues. */
const maxWrites = 10

/**
 * Writes one result after the other until the answers contain no other. After a lost race the answers are applied to
 * the winner's state, since the winner's own answers may be older.
 */
async function applyAnswers<Target extends PaymentTarget, Decision extends Decided, Posted>(
  deps: SettleDeps,
  target: Target,
  { answers, steps }: Pick<ResultStep<Target, Decision, Posted>, 'answers' | 'steps'>,
): Promise<Target> {
  let current = target
  let hasWritten = false
  for (let write = 0; write < maxWrites && current.payment; write += 1) {
    const at = deps.clock.now()
    const result = interpretAnswers(current.payment, answers, at)
    if (hasWritten && !isEffective(result)) return current
    const written = await writeResult(deps, current, { answers, result, at, steps })
    if (written) {
      current = await written.event.publish(written.posted)
      hasWritten = true
    } else {
      current = (await steps.reload()) ?? current
      if (result.kind === 'nothing') return current
    }
  }
  return current
}

type ResultStep<Target, Decision, Posted> = {
  answers: readonly AttemptAnswer[]
  result: PaymentResult
  at: Date
  steps: PaymentSteps<Target, Decision, Posted>
}

type Written<Target, Posted> = { event: PendingEvent<Target, Posted>; posted: Posted | undefined }

/**
 * Writes a result. If it uses another payment's bank reference, records a discrepancy instead.
 * @returns undefined when a concurrent update won
 */
async function writeResult<Target extends PaymentTarget, Decision extends Decided, Posted>(
  deps: SettleDeps,
  before: Target,
  step: ResultStep<Target, Decision, Posted>,
): Promise<Written<Target, Posted> | undefined> {
  try {
    return await ignoreDuplicate(() => commitResult(deps, before, step))
  } catch (error) {
    if (!(error instanceof DuplicateReferenceError)) throw error
    const result = await resultOfDuplicate({ ...step, clientTxnId: step.steps.clientTxnId }, error.key)
    return result && commitResult(deps, before, { ...step, result })
  }
}

/** Writes a result, reserves its bank reference and posts its money: all of it or nothing. */
async function commitResult<Target extends PaymentTarget, Decision extends Decided, Posted>(
  deps: SettleDeps,
  before: Target,
  step: ResultStep<Target, Decision, Posted>,
): Promise<Written<Target, Posted> | undefined> {
  if (!before.payment) return undefined
  const { result, at, steps } = step
  const check = { before, decision: steps.decide(before, before.payment, result), at }
  const patches = patchesAfter(deps, check, step.answers)
  const reference = bankReferenceOf(result)
  const movesMoney = steps.movesMoney(check.decision)
  if (!movesMoney && !reference) {
    const event = await writeFirstMatch(steps, { check, patches })
    return event && { event, posted: undefined }
  }
  const reservation = { gateway: before.payment.gateway, reference, owner: steps.clientTxnId, at }
  return inTransaction(async (tx) => {
    const event = await writeFirstMatch(steps, { check, patches, tx })
    if (!event) return undefined
    if (reference) await reserveReference(tx, reservation)
    return { event, posted: movesMoney ? await steps.post(check, tx) : undefined }
  })
}

function patchesAfter<Target extends PaymentTarget>(
  { env }: SettleDeps,
  { before, decision, at }: PaymentCheck<Target, Decided>,
  answers: readonly AttemptAnswer[],
): PaymentPatch[] {
  const { payment } = decision
  const isAnswered = answers.every(({ answer }) => answer.kind !== 'unavailable')
  const checked = {
    ...payment,
    checkCount: payment.checkCount + 1,
    checkedAt: at,
    answeredAt: isAnswered ? at : payment.answeredAt,
  }
  return checkPatches(before, checked, {
    now: at,
    gapMs: env.PAYMENT_CHECK_GAP_MS,
    pollIntervalsMs: env.PAYMENT_POLL_MS,
    backoff: env.PAYMENT_POLL_BACKOFF,
  })
}

/** The bank reference that a result records, when it is unique to one payment; otherwise empty. */
function bankReferenceOf(result: PaymentResult): string {
  const reference =
    result.kind === 'captured'
      ? result.capture.bankReference
      : result.kind === 'referenced'
        ? result.bankReference
        : ''
  return isBankReference(reference) ? reference : ''
}

/** Writes the first patch whose guard matches. */
async function writeFirstMatch<Target, Decision, Posted>(
  steps: PaymentSteps<Target, Decision, Posted>,
  attempt: { check: PaymentCheck<Target, Decision>; patches: readonly PaymentPatch[]; tx?: ClientSession },
): Promise<PendingEvent<Target, Posted> | undefined> {
  for (const patch of attempt.patches) {
    const event = await steps.write({ ...attempt.check, patch }, attempt.tx)
    if (event) return event
  }
  return undefined
}

type DuplicateUse = Omit<ResultStep<never, never, never>, 'steps'> & { clientTxnId: string }

/** The discrepancy to record when the bank reference belongs to another payment; undefined when it does not. */
async function resultOfDuplicate(
  { answers, result, at, clientTxnId }: DuplicateUse,
  key: string,
): Promise<PaymentResult | undefined> {
  const owner = await ownerOfReference(key)
  const reference = bankReferenceOf(result)
  const paid = answers
    .flatMap(({ answer }) => (answer.kind === 'paid' ? [answer] : []))
    .find((answer) => answer.bankReference === reference)
  if (!owner || owner === clientTxnId || !paid) return undefined
  return withDuplicateReference(result, { paid, now: at }, owner)
}
