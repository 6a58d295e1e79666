import { istDay } from '../../platform/clock.ts'
import type { PaymentGateway, PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Deps } from '../deps.ts'
import { type Permit, callPermit, callbackPermit, recordAvailability } from '../fulfilment/index.ts'
import type { PaymentLink } from './payment-links.ts'
import type { LinkAnswer } from './payment-rules.ts'
import type { IPayment } from './payment-schema.ts'

export type LookDeps = Pick<Deps, 'gatewayOf' | 'log' | 'redis' | 'env' | 'clock'>

/**
 * Asks the gateway that made a payment about all its links, the newest first. While nothing has come, the first
 * money that is found ends the look; looks for late and second money ask about every link. Changes nothing and
 * never throws for what the gateway does. `isAside`: nobody waits for it, so silence pauses the gateway for nobody.
 */
export async function lookForMoney(
  deps: LookDeps,
  carrier: { clientTxnId: string; createdAt: Date; payment: IPayment; isAside?: boolean },
): Promise<LinkAnswer[]> {
  const { payment, clientTxnId, createdAt } = carrier
  const gateway = deps.gatewayOf(payment.gateway)
  if (!gateway) {
    deps.log.error({ clientTxnId, gateway: payment.gateway }, 'no adapter for the gateway of this payment')
    const answer = { kind: 'unavailable', message: `No adapter for ${payment.gateway}.` } as const
    return [{ linkId: clientTxnId, answer }]
  }
  const account = breakerAccount(payment.gateway)
  const links = payment.links.length > 0 ? payment.links.toReversed() : [{ id: clientTxnId, at: createdAt }]
  const answers: LinkAnswer[] = []
  for (const link of links) {
    const begunAt = performance.now()
    const answer = await askAbout({ gateway, log: deps.log }, link)
    const isAnswered = answer.kind !== 'unavailable'
    if (isAnswered || !carrier.isAside) await recordAvailability(deps, account, { begunAt, isAnswered })
    answers.push({ linkId: link.id, answer })
    if (answer.kind === 'paid' && payment.state === 'created' && payment.doubts.length === 0) break
  }
  return answers
}

/**
 * Permit to look at a payment, which there is none of while its gateway is paused because it does not answer, or has asked
 * us to slow down; silence does not hold up a look that a callback asked for.
 */
export async function leaveToLook(deps: LookDeps, payment: IPayment): Promise<Permit> {
  const account = breakerAccount(payment.gateway)
  return isCalledFor(payment) ? callbackPermit(deps, account) : callPermit(deps, account)
}

/** The gateway's name in the circuit breaker, beside the suppliers' accounts. */
export const breakerAccount = (gateway: string): string => `gateway-${gateway}`

/** Whether a callback has come that no answered look has followed yet. */
function isCalledFor({ calledAt, answeredAt }: IPayment): boolean {
  return calledAt !== null && (answeredAt === null || calledAt >= answeredAt)
}

type Asked = Pick<PaymentLink, 'id' | 'at'>

/** Asks about one link, under the day on which it was made. An answer about another payment is none. */
export async function askAbout(
  { gateway, log }: { gateway: PaymentGateway; log: Deps['log'] },
  { id: clientTxnId, at: createdAt }: Asked,
): Promise<PaymentState> {
  const answer = await askUnderItsDay(gateway, clientTxnId, createdAt)
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
async function askUnderItsDay(
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
