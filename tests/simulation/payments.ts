import { canTransition } from '@jhatpat/shared/contracts/order-status.ts'
import { decideOrderPayment } from '@jhatpat/shared/domain/orders/payment/order-payment-rules.ts'
import { interpretAnswer, newPayment } from '@jhatpat/shared/domain/payments/index.ts'
import type { PaymentState } from '@jhatpat/shared/providers/payments/payment-gateway.ts'
import {
  changeOrder,
  logEvent,
  type ProcessRequest,
  pricePaise,
  readOrder,
  type SimOrder,
  type SimulatedEnvironment,
} from './environment.ts'

const windowMs = 30 * 60_000
/** Money may arrive long after the payment was reported as failed. */
const lateMs = 60 * 60_000
const looksForMs = windowMs + 2 * lateMs

/** An order by UPI: what its customer pays, when, and what the gateway answers until then. */
export function beginPayment(environment: SimulatedEnvironment, order: SimOrder): void {
  const { random } = environment
  order.status = 'Created'
  order.dueAt = null
  order.payment = newPayment('upigateway', new Date(environment.now), windowMs)
  order.payDueAt = environment.now + 2_000
  const pays = random.below(4) > 0
  const isLate = random.below(4) === 0
  const amountPaise =
    random.below(6) === 0 ? random.pick([100, pricePaise - 1, pricePaise + 500]) : pricePaise
  environment.gateway.set(order.id, {
    paidAt: pays
      ? environment.now + random.below(isLate ? windowMs + lateMs : 60_000)
      : Number.POSITIVE_INFINITY,
    amountPaise,
    // The gateway may report a failure although the customer pays.
    failsAt: random.below(4) === 0 ? environment.now + random.below(windowMs) : Number.POSITIVE_INFINITY,
  })
}

function answerOf(environment: SimulatedEnvironment, id: string): PaymentState {
  const bill = environment.gateway.get(id)
  if (!bill || environment.random.below(8) === 0) return { kind: 'unavailable', message: 'no answer' }
  if (environment.now >= bill.paidAt) {
    const { amountPaise } = bill
    return {
      kind: 'paid',
      clientTxnId: id,
      amountPaise,
      gatewayId: `G${id}`,
      bankReference: `B${id}`,
      payer: 'a@upi',
    }
  }
  if (environment.now >= bill.failsAt) return { kind: 'failed', vendorStatus: 'failure' }
  return { kind: 'pending', vendorStatus: 'scanning' }
}

/** One check at the gateway, and its effect on the order. */
export function* look(
  environment: SimulatedEnvironment,
  orderId: string,
): Generator<ProcessRequest, void, unknown> {
  const order = (yield { kind: 'do', act: () => readOrder(environment, orderId) }) as SimOrder
  if (order.payDueAt === null || !order.payment) return
  const wish = (yield {
    kind: 'do',
    act: () => ({ kind: 'wait', until: environment.now + 300, answer: answerOf(environment, orderId) }),
  }) as ProcessRequest
  const answer = (yield wish) as PaymentState
  yield { kind: 'do', act: () => confirm(environment, orderId, answer) }
}

function confirm(environment: SimulatedEnvironment, id: string, answer: PaymentState): void {
  const before = environment.orders.get(id) as SimOrder
  if (!before.payment) return
  const result = interpretAnswer(before.payment, answer, new Date(environment.now))
  const decision = decideOrderPayment({ status: before.status, pricePaise }, before.payment, result)
  changeOrder(environment, id, {
    guard: ({ revision }) => revision === before.revision,
    change: (order) => {
      order.payment = decision.payment
      for (const { to } of decision.transitions) {
        if (!canTransition(order.status, to, 'system'))
          order.faults.push(`${id} moved from ${order.status} to ${to}`)
        order.status = to as SimOrder['status']
        logEvent(environment, `${id}: ${to} by the gateway`)
      }
      if (decision.money?.to === 'sales') {
        order.soldPaise += decision.money.capture.amountPaise
        Object.assign(order, { dueAt: environment.now, seq: order.seq + 1 })
        environment.queue.push({ orderId: id, seq: order.seq, at: environment.now, work: 'fulfil' })
      }
      if (decision.money?.to === 'wallet') order.creditedPaise += decision.money.capture.amountPaise
      order.looks += 1
      const gapMs = Math.min(10 * 60_000, 2_000 * 2 ** Math.min(order.looks, 9))
      order.payDueAt = environment.now + gapMs < looksForMs ? environment.now + gapMs : null
    },
  })
  const { payDueAt } = environment.orders.get(id) as SimOrder
  if (payDueAt !== null) environment.queue.push({ orderId: id, seq: 0, at: payDueAt, work: 'look' })
}
