import type { Model } from 'mongoose'
import { istDay } from '../../platform/clock.ts'
import type { PaymentGateway, PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Deps } from '../deps.ts'
import { checkAttempt } from './check-gateway.ts'
import { maxPaymentAttempts } from './create-payment-attempt.ts'
import { attemptId, newAttempt, type PaymentAttempt } from './payment-attempts.ts'
import type { IPayment, PaymentGuard } from './payment-schema.ts'
import type { AttemptAnswer } from './read-gateway-answers.ts'

type LaterTarget = {
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>
  clientTxnId: string
  payment: IPayment
}

/** An attempt that the gateway refused leaves a number without a payment there; more in a row end the search. */
const maxMissing = 2

/**
 * For a restored shop: asks the gateway for attempts at a payment that were made after the restored moment. Those up to
 * the last that exists there are added to the payment, so that every later check asks about them.
 * @returns their answers
 */
export async function findLaterAttempts(
  deps: Pick<Deps, 'gatewayOf' | 'log'>,
  { model, clientTxnId, payment }: LaterTarget,
  restoredTo: Date,
): Promise<AttemptAnswer[]> {
  const gateway = deps.gatewayOf(payment.gateway)
  if (!gateway) return []
  const days = daysBetween(restoredTo, payment.payBefore)
  const found: { attempt: PaymentAttempt; answer: PaymentState }[] = []
  const known = payment.attempts.length
  let missing = 0
  for (let number = known + 1; number <= maxPaymentAttempts && missing < maxMissing; number += 1) {
    const one = await findAttempt({ gateway, log: deps.log }, attemptId(clientTxnId, number), days)
    found.push(one)
    if (one.answer.kind === 'unavailable') break
    missing = one.answer.kind === 'not_found' ? missing + 1 : 0
  }
  const existing = found.slice(0, found.findLastIndex(({ answer }) => exists(answer)) + 1)
  if (existing.length > 0) {
    const guard: PaymentGuard = { 'payment.attempts': { $size: known } }
    const attempts = existing.map(({ attempt }) => attempt)
    await model.updateOne(
      { _id: clientTxnId, ...guard },
      { $push: { 'payment.attempts': { $each: attempts } } },
    )
  }
  return found.map(({ attempt, answer }) => ({ attemptId: attempt.id, answer }))
}

const exists = ({ kind }: PaymentState) => kind !== 'not_found' && kind !== 'unavailable'

/** The first answer that is not "not found" under one of the days. */
async function findAttempt(
  deps: { gateway: PaymentGateway; log: Deps['log'] },
  id: string,
  days: readonly Date[],
): Promise<{ attempt: PaymentAttempt; answer: PaymentState }> {
  for (const at of days) {
    const answer = await checkAttempt(deps, { id, at })
    if (answer.kind !== 'not_found') return { attempt: laterAttempt(id, at), answer }
  }
  return { attempt: laterAttempt(id, days[0] ?? new Date()), answer: { kind: 'not_found' } }
}

/** Whether it can still be paid is not known here: its link was lost. */
const laterAttempt = (id: string, at: Date): PaymentAttempt => ({ ...newAttempt(id, at), state: 'unclear' })

/** A moment of each day in India, under which gateways look a payment up. */
function daysBetween(from: Date, to: Date): Date[] {
  return istDay(from) === istDay(to) ? [from] : [from, to]
}
