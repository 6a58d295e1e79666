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
 * Asks the gateway of a payment about all its attempts, the newest first. Stops at the first money found while none has
 * been recorded; checks for late and second money ask about every attempt. Changes nothing, and never throws for a
 * failure of the gateway. `asksAll`: asks about every attempt in any case. `isAside`: no caller depends on the answer, so a missing one does not open the circuit
 * breaker.
 */
export async function checkGateway(
  deps: CheckDeps,
  target: { clientTxnId: string; createdAt: Date; payment: IPayment; isAside?: boolean; asksAll?: boolean },
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
  const isFirstMoney = payment.state === 'created' && payment.discrepancies.length === 0
  const answers: AttemptAnswer[] = []
  for (const attempt of attempts) {
    const begunAt = performance.now()
    const answer = await checkAttempt({ gateway, log: deps.log }, attempt)
    const isAnswered = answer.kind !== 'unavailable'
    if (isAnswered || !target.isAside) await recordAvailability(deps, account, { begunAt, isAnswered })
    answers.push({ attemptId: attempt.id, answer })
    if (answer.kind === 'paid' && isFirstMoney && !target.asksAll) break
  }
  return answers
}

/**
 * Permit to check a payment. Denied while the circuit breaker of its gateway is open (no answers, or HTTP 429); missing
 * answers alone do not deny a check that a callback requested.
 */
export async function checkPermit(deps: CheckDeps, payment: IPayment): Promise<Permit> {
  const account = breakerAccount(payment.gateway)
  return isCallbackUnanswered(payment) ? callbackPermit(deps, account) : callPermit(deps, account)
}

/** The gateway's name in the circuit breaker, which also holds the suppliers' accounts. */
export const breakerAccount = (gateway: string): string => `gateway-${gateway}`

/** Whether a callback came after the last answered check. */
function isCallbackUnanswered({ callbackAt, answeredAt }: IPayment): boolean {
  return callbackAt !== null && (answeredAt === null || callbackAt >= answeredAt)
}

type CheckedAttempt = Pick<PaymentAttempt, 'id' | 'at'>

/**
 * Asks about one attempt, under the day on which it was created. An answer about another payment counts as unavailable.
 */
export async function checkAttempt(
  { gateway, log }: { gateway: PaymentGateway; log: Deps['log'] },
  { id: clientTxnId, at: createdAt }: CheckedAttempt,
): Promise<PaymentState> {
  const answer = await checkByDay(gateway, clientTxnId, createdAt)
  if (answer.kind === 'paid' && answer.clientTxnId !== clientTxnId) {
    log.error({ clientTxnId, answered: answer.clientTxnId }, 'the gateway answered about another payment')
    return { kind: 'unavailable', message: 'The answer is about another payment.' }
  }
  return answer
}

/**
 * How far the day of the gateway's record may differ from ours: the gateway creates it after our document (slow answer,
 * other clock), and some gateways use the day in UTC, 5½ hours behind India.
 */
const recordDayOffsets = { afterMs: 3_600_000, utcBehindMs: 5.5 * 3_600_000 }

/** Gateways look a payment up by its day in India. When the record may be under another day, asks for that day, too. */
async function checkByDay(
  gateway: PaymentGateway,
  clientTxnId: string,
  createdAt: Date,
): Promise<PaymentState> {
  const answer = await gateway.checkPayment({ clientTxnId, createdAt })
  const others = [recordDayOffsets.afterMs, -recordDayOffsets.utcBehindMs].map(
    (ms) => new Date(createdAt.getTime() + ms),
  )
  const other = others.find((moment) => istDay(moment) !== istDay(createdAt))
  if (answer.kind !== 'not_found' || !other) return answer
  return gateway.checkPayment({ clientTxnId, createdAt: other })
}
