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
import {
  type AttemptAnswer,
  interpretAnswers,
  type Paid,
  withDuplicateReference,
} from './read-gateway-answers.ts'

type PaymentTarget = { payment: IPayment | null; createdAt: Date; due: { payment: Task } }
type Decided = { payment: IPayment }

/** One check at a payment: what was there before, what was decided, and when. */
export type PaymentCheck<Doc, Decision> = { before: Doc; decision: Decision; at: Date }

/**
 * A target that is written, perhaps in a transaction that has yet to commit. `tell` queues and announces what is
 * committed, and is the only way to the target as it is now; `posted` is there when money posted.
 */
export type PendingEvent<Doc, Posted> = { publish(posted: Posted | undefined): Promise<Doc> }

/** What an order or a top-up does with result about its payment. */
export type PaymentSteps<Doc, Decision, Posted> = {
  clientTxnId: string
  /** Where the target lives. */
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>
  /** Pure: the payment after the result, and whatever the other steps need to know. */
  decide(before: Doc, payment: IPayment, result: PaymentResult): Decision
  movesMoney(decision: Decision): boolean
  /** Compare-and-set on the version and `patch.guard`: undefined when someone else was first. */
  write(
    check: PaymentCheck<Doc, Decision> & { patch: PaymentPatch },
    tx: ClientSession | undefined,
  ): Promise<PendingEvent<Doc, Posted> | undefined>
  /** Posts the money in the transaction of `write`. A duplicate key means that someone else was first. */
  post(check: PaymentCheck<Doc, Decision>, tx: ClientSession): Promise<Posted>
  reload(): Promise<Doc | null>
}

type SettleDeps = Omit<CheckDeps, 'env'> & {
  env: CheckDeps['env'] &
    Pick<Deps['env'], 'PAYMENT_POLL_MS' | 'PAYMENT_POLL_BACKOFF' | 'PAYMENT_CHECK_GAP_MS'>
}

/**
 * Asks the gateway about a payment and applies the answers once, however often and from wherever it is called; who asks
 * too soon after another changes nothing. While the gateway is paused nothing is asked and nothing written.
 * @returns what carries the payment, as it is afterwards
 */
export async function settlePayment<Doc extends PaymentTarget, Decision extends Decided, Posted>(
  deps: SettleDeps,
  target: Doc,
  steps: PaymentSteps<Doc, Decision, Posted>,
): Promise<Doc> {
  const { payment, createdAt } = target
  if (!payment) return target
  const permit = await checkPermit(deps, payment)
  if (permit.until) return target
  const schedule = { now: deps.clock.now(), gapMs: deps.env.PAYMENT_CHECK_GAP_MS }
  if (!(await acquireCheckLock(steps.model, target, schedule))) {
    await permit.release()
    return (await steps.reload()) ?? target
  }
  const answers = await checkGateway(deps, { clientTxnId: steps.clientTxnId, createdAt, payment })
  return applyAll(deps, target, { answers, steps })
}

async function applyAll<Doc extends PaymentTarget, Decision extends Decided, Posted>(
  deps: SettleDeps,
  target: Doc,
  { answers, steps }: Pick<Step<Doc, Decision, Posted>, 'answers' | 'steps'>,
): Promise<Doc> {
  let before = target
  let isWritten = false
  // Whoever lost a race applies the answers to what the winner left, since the winner's may be older; and of several
  // result each is a write of its own.
  for (let round = 0; round < 10 && before.payment; round += 1) {
    const at = deps.clock.now()
    const result = interpretAnswers(before.payment, answers, at)
    if (isWritten && !isEffective(result)) return before
    const applied = await apply(deps, before, { answers, at, steps, result })
    if (applied) {
      before = await applied.written.publish(applied.posted)
      isWritten = true
    } else {
      before = (await steps.reload()) ?? before
      if (result.kind === 'nothing') return before
    }
  }
  return before
}

type Applied<Doc, Posted> = { written: PendingEvent<Doc, Posted>; posted: Posted | undefined }

type Step<Doc, Decision, Posted> = {
  answers: readonly AttemptAnswer[]
  result: PaymentResult
  at: Date
  steps: PaymentSteps<Doc, Decision, Posted>
}

/** Writes the result; those that would use another payment's bank reference are written as a discrepancy instead. */
async function apply<Doc extends PaymentTarget, Decision extends Decided, Posted>(
  deps: SettleDeps,
  before: Doc,
  step: Step<Doc, Decision, Posted>,
): Promise<Applied<Doc, Posted> | undefined> {
  try {
    return await ignoreDuplicate(() => commit(deps, before, step))
  } catch (error) {
    if (!(error instanceof DuplicateReferenceError)) throw error
    const owner = await ownerOfReference(error.key)
    const paid = paidAnswer(step)
    if (!owner || owner === step.steps.clientTxnId || !paid) return undefined
    const result = withDuplicateReference(step.result, { paid, now: step.at }, owner)
    return commit(deps, before, { ...step, result })
  }
}

async function commit<Doc extends PaymentTarget, Decision extends Decided, Posted>(
  deps: SettleDeps,
  before: Doc,
  { answers, result, at, steps }: Step<Doc, Decision, Posted>,
): Promise<Applied<Doc, Posted> | undefined> {
  if (!before.payment) return undefined
  const check = { before, decision: steps.decide(before, before.payment, result), at }
  const reference = referenceOf(result)
  const moves = steps.movesMoney(check.decision)
  if (!moves && !reference) {
    const written = await write()
    return written && { written, posted: undefined }
  }
  const reservation = { gateway: before.payment.gateway, reference, owner: steps.clientTxnId, at }
  return inTransaction(async (tx) => {
    const written = await write(tx)
    if (written && reference) await reserveReference(tx, reservation)
    return written && { written, posted: moves ? await steps.post(check, tx) : undefined }
  })

  async function write(tx?: ClientSession): Promise<PendingEvent<Doc, Posted> | undefined> {
    const { payment } = check.decision
    const isAnswered = answers.every(({ answer }) => answer.kind !== 'unavailable')
    const asked = {
      ...payment,
      checkCount: payment.checkCount + 1,
      checkedAt: at,
      answeredAt: isAnswered ? at : payment.answeredAt,
    }
    const schedule = {
      now: at,
      gapMs: deps.env.PAYMENT_CHECK_GAP_MS,
      pollIntervalsMs: deps.env.PAYMENT_POLL_MS,
      backoff: deps.env.PAYMENT_POLL_BACKOFF,
    }
    for (const patch of checkPatches(before, asked, schedule)) {
      const written = await steps.write({ ...check, patch }, tx)
      if (written) return written
    }
    return undefined
  }
}

/** The bank's reference that the result would note, where it is one that is unique. */
function referenceOf(result: PaymentResult): string {
  const reference =
    result.kind === 'captured'
      ? result.capture.bankReference
      : result.kind === 'referenced'
        ? result.bankReference
        : ''
  return isBankReference(reference) ? reference : ''
}

/** The answer that the result came from. */
function paidAnswer({
  answers,
  result,
}: Pick<Step<unknown, never, never>, 'answers' | 'result'>): Paid | undefined {
  const reference = referenceOf(result)
  const paid = answers.flatMap(({ answer }) => (answer.kind === 'paid' ? [answer] : []))
  return paid.find((answer) => answer.bankReference === reference)
}
