import { istDay } from '../../platform/clock.ts'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Deps } from '../deps.ts'

/** What carries a payment: an order or a top-up. */
type Payable = { clientTxnId: string; createdAt: Date }

/**
 * Asks the gateway with the stored creation day whether money came; `readAnswer` says what that means. Changes
 * nothing and never throws for what the gateway does.
 */
export async function lookForMoney(
  deps: Pick<Deps, 'gateway' | 'log'>,
  { clientTxnId, createdAt }: Payable,
): Promise<PaymentState> {
  const answer = await ask(deps, clientTxnId, createdAt)
  if (answer.kind === 'paid' && answer.clientTxnId !== clientTxnId) {
    deps.log.error(
      { clientTxnId, answered: answer.clientTxnId },
      'the gateway answered about another payment',
    )
    return { kind: 'unavailable', message: 'The answer is about another payment.' }
  }
  return answer
}

/** The gateway's link is made a little after our document, later still by a repeat, and by another clock. */
const linkMadeWithin = { beforeMs: 5 * 60_000, afterMs: 3_600_000 }

/** Gateways know a payment by its day, so around midnight the neighbouring day is asked too. */
async function ask(deps: Pick<Deps, 'gateway'>, clientTxnId: string, createdAt: Date): Promise<PaymentState> {
  const answer = await deps.gateway.checkPayment({ clientTxnId, createdAt })
  const neighbours = [linkMadeWithin.afterMs, -linkMadeWithin.beforeMs].map(
    (ms) => new Date(createdAt.getTime() + ms),
  )
  const other = neighbours.find((moment) => istDay(moment) !== istDay(createdAt))
  if (answer.kind !== 'not_found' || !other) return answer
  return deps.gateway.checkPayment({ clientTxnId, createdAt: other })
}
