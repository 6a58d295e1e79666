import type { ClientSession, Model } from 'mongoose'
import type { Task } from '../../platform/due-tasks.ts'
import { inTransaction, ignoreDuplicate } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { lookPatches } from './after-look.ts'
import { claimReference, isBankReference, ownerOfReference, ReferenceTaken } from './bank-reference-model.ts'
import { type LookDeps, leaveToLook, lookForMoney } from './look-for-money.ts'
import { takeTurn } from './one-look.ts'
import { type Paid, usedReference } from './paid-answer.ts'
import { isFresh, type PaymentNews } from './payment-news.ts'
import { type LinkAnswer, readAnswers } from './payment-rules.ts'
import type { IPayment } from './payment-schema.ts'
import type { LookPatch } from './payment-update.ts'

type Carrier = { payment: IPayment | null; createdAt: Date; due: { payment: Task } }
type Decided = { payment: IPayment }

/** One look at a payment: what was there before, what was decided, and when. */
export type Look<Doc, Decision> = { before: Doc; decision: Decision; at: Date }

/**
 * A carrier that is written, perhaps in a transaction that has yet to commit. `tell` queues and announces what is
 * committed, and is the only way to the carrier as it is now; `moved` is there when money moved.
 */
export type PendingEvent<Doc, Moved> = { publish(moved: Moved | undefined): Promise<Doc> }

/** What an order or a top-up does with news about its payment. */
export type PaymentSteps<Doc, Decision, Moved> = {
  clientTxnId: string
  /** Where the carrier lives. */
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>
  /** Pure: the payment after the news, and whatever the other steps need to know. */
  decide(before: Doc, payment: IPayment, news: PaymentNews): Decision
  movesMoney(decision: Decision): boolean
  /** Compare-and-set on the version and `patch.guard`: undefined when someone else was first. */
  write(
    look: Look<Doc, Decision> & { patch: LookPatch },
    session: ClientSession | undefined,
  ): Promise<PendingEvent<Doc, Moved> | undefined>
  /** Posts the money in the transaction of `write`. A duplicate key means that someone else was first. */
  post(look: Look<Doc, Decision>, session: ClientSession): Promise<Moved>
  reload(): Promise<Doc | null>
}

type SettleDeps = Omit<LookDeps, 'env'> & {
  env: LookDeps['env'] & Pick<Deps['env'], 'PAYMENT_POLL_MS' | 'PAYMENT_POLL_SLOWER' | 'PAYMENT_LOOK_GAP_MS'>
}

/**
 * Asks the gateway about a payment and applies the answers once, however often and from wherever it is called; who asks
 * too soon after another changes nothing. While the gateway is paused nothing is asked and nothing written.
 * @returns what carries the payment, as it is afterwards
 */
export async function settlePayment<Doc extends Carrier, Decision extends Decided, Moved>(
  deps: SettleDeps,
  carrier: Doc,
  steps: PaymentSteps<Doc, Decision, Moved>,
): Promise<Doc> {
  const { payment, createdAt } = carrier
  if (!payment) return carrier
  const leave = await leaveToLook(deps, payment)
  if (leave.until) return carrier
  const turn = { now: deps.clock.now(), gapMs: deps.env.PAYMENT_LOOK_GAP_MS }
  if (!(await takeTurn(steps.model, carrier, turn))) {
    await leave.release()
    return (await steps.reload()) ?? carrier
  }
  const answers = await lookForMoney(deps, { clientTxnId: steps.clientTxnId, createdAt, payment })
  return applyAll(deps, carrier, { answers, steps })
}

async function applyAll<Doc extends Carrier, Decision extends Decided, Moved>(
  deps: SettleDeps,
  carrier: Doc,
  { answers, steps }: Pick<Step<Doc, Decision, Moved>, 'answers' | 'steps'>,
): Promise<Doc> {
  let before = carrier
  let isWritten = false
  // Whoever lost a race applies the answers to what the winner left, since the winner's may be older; and of several
  // news each is a write of its own.
  for (let round = 0; round < 10 && before.payment; round += 1) {
    const at = deps.clock.now()
    const news = readAnswers(before.payment, answers, at)
    if (isWritten && !isFresh(news)) return before
    const applied = await apply(deps, before, { answers, at, steps, news })
    if (applied) {
      before = await applied.written.publish(applied.moved)
      isWritten = true
    } else {
      before = (await steps.reload()) ?? before
      if (news.kind === 'nothing') return before
    }
  }
  return before
}

type Applied<Doc, Moved> = { written: PendingEvent<Doc, Moved>; moved: Moved | undefined }

type Step<Doc, Decision, Moved> = {
  answers: readonly LinkAnswer[]
  news: PaymentNews
  at: Date
  steps: PaymentSteps<Doc, Decision, Moved>
}

/** Writes the news; those that would use another payment's bank reference are written as a doubt instead. */
async function apply<Doc extends Carrier, Decision extends Decided, Moved>(
  deps: SettleDeps,
  before: Doc,
  step: Step<Doc, Decision, Moved>,
): Promise<Applied<Doc, Moved> | undefined> {
  try {
    return await ignoreDuplicate(() => commit(deps, before, step))
  } catch (error) {
    if (!(error instanceof ReferenceTaken)) throw error
    const owner = await ownerOfReference(error.key)
    const paid = paidAnswer(step)
    if (!owner || owner === step.steps.clientTxnId || !paid) return undefined
    const news = usedReference(step.news, { paid, now: step.at }, owner)
    return commit(deps, before, { ...step, news })
  }
}

async function commit<Doc extends Carrier, Decision extends Decided, Moved>(
  deps: SettleDeps,
  before: Doc,
  { answers, news, at, steps }: Step<Doc, Decision, Moved>,
): Promise<Applied<Doc, Moved> | undefined> {
  if (!before.payment) return undefined
  const look = { before, decision: steps.decide(before, before.payment, news), at }
  const reference = referenceOf(news)
  const moves = steps.movesMoney(look.decision)
  if (!moves && !reference) {
    const written = await write()
    return written && { written, moved: undefined }
  }
  const claim = { gateway: before.payment.gateway, reference, owner: steps.clientTxnId, at }
  return inTransaction(async (session) => {
    const written = await write(session)
    if (written && reference) await claimReference(session, claim)
    return written && { written, moved: moves ? await steps.post(look, session) : undefined }
  })

  async function write(session?: ClientSession): Promise<PendingEvent<Doc, Moved> | undefined> {
    const { payment } = look.decision
    const isAnswered = answers.every(({ answer }) => answer.kind !== 'unavailable')
    const asked = {
      ...payment,
      polls: payment.polls + 1,
      askedAt: at,
      answeredAt: isAnswered ? at : payment.answeredAt,
    }
    const pace = {
      ...{ now: at, gapMs: deps.env.PAYMENT_LOOK_GAP_MS },
      ...{ pollMs: deps.env.PAYMENT_POLL_MS, slower: deps.env.PAYMENT_POLL_SLOWER },
    }
    for (const patch of lookPatches(before, asked, pace)) {
      const written = await steps.write({ ...look, patch }, session)
      if (written) return written
    }
    return undefined
  }
}

/** The bank's reference that the news would note, where it is one that is unique. */
function referenceOf(news: PaymentNews): string {
  const reference =
    news.kind === 'captured'
      ? news.capture.bankReference
      : news.kind === 'referenced'
        ? news.bankReference
        : ''
  return isBankReference(reference) ? reference : ''
}

/** The answer that the news came from. */
function paidAnswer({
  answers,
  news,
}: Pick<Step<unknown, never, never>, 'answers' | 'news'>): Paid | undefined {
  const reference = referenceOf(news)
  const paid = answers.flatMap(({ answer }) => (answer.kind === 'paid' ? [answer] : []))
  return paid.find((answer) => answer.bankReference === reference)
}
