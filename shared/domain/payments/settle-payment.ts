import type { Model } from 'mongoose'
import type { Task } from '../../platform/due-tasks.ts'
import { measure } from '../../platform/measurements/index.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import {
  DuplicateReferenceError,
  isBankReference,
  ownerOfReference,
  type ReferenceReservation,
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

/** Where an order or a top-up is stored, and how the result of a check is written to it. */
export type PaymentStore<Target> = {
  clientTxnId: string
  /** The collection of the target. */
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>
  reload(): Promise<Target | null>
  /**
   * Writes a result, reserves its bank reference and posts its money: all of it or nothing. A duplicate key means that
   * a concurrent update won.
   * @returns undefined when a concurrent update won; otherwise `publish`, to be called after the commit
   * @throws DuplicateReferenceError
   */
  commit(before: Target, check: PaymentCheck): Promise<{ publish(): Promise<Target> } | undefined>
}

/** The result of a payment check. */
export type PaymentCheck = {
  /** The payment before the result. */
  payment: IPayment
  result: PaymentResult
  at: Date
  /** The bank reference that the result records, when it is unique to one payment. */
  reservation: ReferenceReservation | undefined
  /**
   * The updates that store the payment after the result. The first whose guard matches is written; the second is for a
   * callback that came during the check.
   */
  patchesFor(after: IPayment): readonly PaymentPatch[]
}

/**
 * Checks a payment at its gateway and applies each result once, however often and from wherever it is called. Changes
 * nothing while the gateway's circuit breaker is open, or when another check was made less than
 * `PAYMENT_CHECK_GAP_MS` ago.
 * @returns the order or top-up as it is afterwards
 */
export async function settlePayment<Target extends PaymentTarget>(
  deps: SettleDeps,
  target: Target,
  store: PaymentStore<Target>,
): Promise<Target> {
  const { payment, createdAt } = target
  if (!payment) return target
  const permit = await checkPermit(deps, payment)
  if (permit.until) return target
  const schedule = { now: deps.clock.now(), gapMs: deps.env.PAYMENT_CHECK_GAP_MS }
  const isLocked = await acquireCheckLock(store.model, target, schedule).catch(async (error: unknown) => {
    await permit.release()
    throw error
  })
  if (!isLocked) {
    await permit.release()
    return (await store.reload()) ?? target
  }
  const answers = await checkGateway(deps, { clientTxnId: store.clientTxnId, createdAt, payment })
  return applyAnswers(deps, target, { answers, store })
}

/** Enough for the results of all attempts and some lost races; the next check continues. */
const maxWrites = 10

/**
 * Writes one result after the other until the answers contain no other. After a lost race the answers are applied to
 * the winner's state, since the winner's own answers may be older.
 */
async function applyAnswers<Target extends PaymentTarget>(
  { clock, env, log }: SettleDeps,
  target: Target,
  { answers, store }: { answers: readonly AttemptAnswer[]; store: PaymentStore<Target> },
): Promise<Target> {
  let current = target
  let hasWritten = false
  for (let write = 0; write < maxWrites && current.payment; write += 1) {
    const at = clock.now()
    const result = interpretAnswers(current.payment, answers, at)
    if (hasWritten && !isEffective(result)) return current
    const committed = await commitResult(env, current, { result, answers, at, store })
    if (committed) {
      if (result.kind === 'captured') measureConfirmation(current, at)
      current = await committed.publish()
      hasWritten = true
    } else {
      current = (await store.reload()) ?? current
      if (result.kind === 'nothing') return current
    }
  }
  log.error({ clientTxnId: store.clientTxnId, maxWrites }, 'payment check not completed')
  return current
}

/** Without a callback it was paid after the last check that was answered, at the earliest. */
function measureConfirmation({ payment, createdAt }: PaymentTarget, at: Date): void {
  if (!payment) return
  const { gateway, callbackAt, answeredAt } = payment
  const since = callbackAt ?? answeredAt ?? createdAt
  measure('paymentConfirmed', () => ({
    gateway,
    source: callbackAt ? 'callback' : 'check',
    waitedMs: at.getTime() - since.getTime(),
  }))
}

type ResultStep<Target> = {
  result: PaymentResult
  answers: readonly AttemptAnswer[]
  at: Date
  store: PaymentStore<Target>
}

/**
 * Commits a result. If it uses another payment's bank reference, commits a discrepancy instead.
 * @returns undefined when a concurrent update won
 */
async function commitResult<Target extends PaymentTarget>(
  env: SettleDeps['env'],
  before: Target,
  { result, answers, at, store }: ResultStep<Target>,
): ReturnType<PaymentStore<Target>['commit']> {
  const { clientTxnId } = store
  const check = checkOf(env, before, { result, answers, at, clientTxnId })
  try {
    return await ignoreDuplicate(() => store.commit(before, check))
  } catch (error) {
    if (!(error instanceof DuplicateReferenceError)) throw error
    const owner = await ownerOfReference(error.key)
    // The reservation was rolled back, or a concurrent check of this payment has made it.
    if (!owner || owner === clientTxnId) return undefined
    const duplicate = resultOfDuplicate(check, answers, owner)
    return (
      duplicate && store.commit(before, checkOf(env, before, { result: duplicate, answers, at, clientTxnId }))
    )
  }
}

/** Pure. */
function checkOf(
  env: SettleDeps['env'],
  target: PaymentTarget,
  { result, answers, at, clientTxnId }: Omit<ResultStep<never>, 'store'> & { clientTxnId: string },
): PaymentCheck {
  const payment = target.payment as IPayment
  const reference = bankReferenceOf(result)
  const isAnswered = answers.every(({ answer }) => answer.kind !== 'unavailable')
  const schedule = {
    now: at,
    gapMs: env.PAYMENT_CHECK_GAP_MS,
    pollIntervalsMs: env.PAYMENT_POLL_MS,
    backoff: env.PAYMENT_POLL_BACKOFF,
  }
  return {
    payment,
    result,
    at,
    reservation: reference ? { gateway: payment.gateway, reference, owner: clientTxnId, at } : undefined,
    patchesFor: (after) => {
      const answeredAt = isAnswered ? at : after.answeredAt
      const checked = { ...after, checkCount: after.checkCount + 1, checkedAt: at, answeredAt }
      return checkPatches(target, checked, schedule)
    },
  }
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

/** Pure. The discrepancy to record when the bank reference belongs to another payment, `owner`. */
function resultOfDuplicate(
  { result, reservation, at }: PaymentCheck,
  answers: readonly AttemptAnswer[],
  owner: string,
): PaymentResult | undefined {
  const paid = answers
    .flatMap(({ answer }) => (answer.kind === 'paid' ? [answer] : []))
    .find((answer) => answer.bankReference === reservation?.reference)
  return paid && withDuplicateReference(result, { paid, now: at }, owner)
}

/** Writes the first of the updates whose guard matches. */
export async function writeFirst<Written>(
  patches: readonly PaymentPatch[],
  write: (patch: PaymentPatch) => Promise<Written | undefined>,
): Promise<Written | undefined> {
  for (const patch of patches) {
    const written = await write(patch)
    if (written) return written
  }
  return undefined
}
