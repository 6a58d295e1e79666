import {
  callbackPermit,
  callPermit,
  type Permit,
  recordAvailability,
} from '../../platform/circuit-breaker.ts'
import { istDay } from '../../platform/clock.ts'
import type { PaymentGateway, PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Deps } from '../deps.ts'
import type { PaymentAttempt } from './payment-attempts.ts'
import type { IPayment } from './payment-schema.ts'
import type { AttemptAnswer } from './read-gateway-answers.ts'

export type CheckDeps = Pick<Deps, 'gatewayOf' | 'log' | 'redis' | 'env' | 'clock'>

/**
 * Asks the gateway that made a payment about all its attempts, the newest first. While nothing has come, the first
 * money that is found ends the check; checks for late and second money ask about every attempt. Changes nothing and
 * never throws for what the gateway does. `isAside`: nobody waits for it, so silence pauses the gateway for nobody.
 */
export async function checkGateway(
  deps: CheckDeps,
  target: { clientTxnId: string; createdAt: Date; payment: IPayment; isAside?: boolean },
): Promise<AttemptAnswer[]> {
  const { payment, clientTxnId, createdAt } = target
  const gateway = deps.gatewayOf(payment.gateway)
  if (!gateway) {
    deps.log.error({ clientTxnId, gateway: payment.gateway }, 'no adapter for the gateway of this payment')
    const answer = { kind: 'unavailable', message: `No adapter for ${payment.gateway}.` } as const
    return [{ attemptId: clientTxnId, answer }]
  }
  const account = breakerAccount(payment.gateway)
  const attempts =
    payment.attempts.length > 0 ? payment.attempts.toReversed() : [{ id: clientTxnId, at: createdAt }]
  const answers: AttemptAnswer[] = []
  for (const attempt of attempts) {
    const begunAt = performance.now()
    const answer = await checkAttempt({ gateway, log: deps.log }, attempt)
    const isAnswered = answer.kind !== 'unavailable'
    if (isAnswered || !target.isAside) await recordAvailability(deps, account, { begunAt, isAnswered })
    answers.push({ attemptId: attempt.id, answer })
    if (answer.kind === 'paid' && payment.state === 'created' && payment.discrepancies.length === 0) break
  }
  return answers
}

/**
 * Permit to check at a payment, which there is none of while its gateway is paused because it does not answer, or has asked
 * us to slow down; silence does not hold up a check that a callback asked for.
 */
export async function checkPermit(deps: CheckDeps, payment: IPayment): Promise<Permit> {
  const account = breakerAccount(payment.gateway)
  return hasUnansweredCallback(payment) ? callbackPermit(deps, account) : callPermit(deps, account)
}

/** The gateway's name in the circuit breaker, beside the suppliers' accounts. */
export const breakerAccount = (gateway: string): string => `gateway-${gateway}`

/** Whether a callback has come that no answered check has followed yet. */
function hasUnansweredCallback({ callbackAt, answeredAt }: IPayment): boolean {
  return callbackAt !== null && (answeredAt === null || callbackAt >= answeredAt)
}

type CheckedAttempt = Pick<PaymentAttempt, 'id' | 'at'>

/** Asks about one attempt, under the day on which it was made. An answer about another payment is none. */
export async function checkAttempt(
  { gateway, log }: { gateway: PaymentGateway; log: Deps['log'] },
  { id: clientTxnId, at: createdAt }: CheckedAttempt,
): Promise<PaymentState> {
  const answer = await checkUnderItsDay(gateway, clientTxnId, createdAt)
  if (answer.kind === 'paid' && answer.clientTxnId !== clientTxnId) {
    log.error({ clientTxnId, answered: answer.clientTxnId }, 'the gateway answered about another payment')
    return { kind: 'unavailable', message: 'The answer is about another payment.' }
  }
  return answer
}

/**
 * How far from ours the day of the gateway's record may lie: it is made a little after our document, later still
 * by a slow answer and by another clock; and some gateways keep the day in UTC, 5½ hours behind India.
 */
const recordMadeWithin = { afterMs: 3_600_000, utcBehindMs: 5.5 * 3_600_000 }

/** Gateways know a payment by its day in India, so where the record may be under another, that is asked too. */
async function checkUnderItsDay(
  gateway: PaymentGateway,
  clientTxnId: string,
  createdAt: Date,
): Promise<PaymentState> {
  const answer = await gateway.checkPayment({ clientTxnId, createdAt })
  const others = [recordMadeWithin.afterMs, -recordMadeWithin.utcBehindMs].map(
    (ms) => new Date(createdAt.getTime() + ms),
  )
  const other = others.find((moment) => istDay(moment) !== istDay(createdAt))
  if (answer.kind !== 'not_found' || !other) return answer
  return gateway.checkPayment({ clientTxnId, createdAt: other })
}
