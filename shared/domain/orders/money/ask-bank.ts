import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentTrace } from '../../../contracts/payment-trace.ts'
import { withTimeout } from '../../../platform/with-timeout.ts'
import type { Deps } from '../../deps.ts'
import { openUntil } from '../../fulfilment/index.ts'
import { breakerAccount, type IPayment } from '../../payments/index.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { confirmOrderPayment } from '../pay/confirm-order-payment.ts'

export type GatewayTraceDeps = Pick<
  Deps,
  'clock' | 'env' | 'gatewayOf' | 'redis' | 'queues' | 'publisher' | 'log' | 'gateway'
>

/**
 * Asks the gateway about an order's payment, and lets the order move on as it answers. Of many who ask at once one
 * check is made, and its answer is everybody's.
 * @param waitMs then it counts as silent; a check that is under way goes on, and is heard by the open page
 */
export async function traceAtGateway(deps: GatewayTraceDeps, order: OrderDoc, waitMs: number): Promise<PaymentTrace> {
  const begunAt = deps.clock.now()
  const { payment } = order
  if (!payment) return { kind: 'not_asked', at: begunAt.toISOString() }
  if (payment.state === 'paid') return { kind: 'known', at: toldAt(payment, begunAt).toISOString() }
  const silent = { kind: 'silent', at: begunAt.toISOString() } as const
  if (await openUntil(deps, breakerAccount(payment.gateway))) return silent
  const check = confirmOrderPayment(deps, order)
  const onError = (error: unknown) =>
    deps.log.error({ err: error, orderid: order._id }, 'payment check failed')
  const endAt = Date.now() + waitMs
  await withTimeout(waitMs, check, onError)
  const heardSince = begunAt.getTime() - deps.env.PAYMENT_CHECK_GAP_MS
  while (true) {
    const now = (await OrderModel.findById(order._id).lean<OrderDoc | null>())?.payment
    if (now?.answeredAt && now.answeredAt.getTime() >= heardSince) {
      return { kind: 'answered', at: now.answeredAt.toISOString() }
    }
    // A check has ended since, and without an answer; or nobody's has, in time.
    if (!now || now.checkCount > payment.checkCount || Date.now() >= endAt) return silent
    await sleep(150)
  }
}

const toldAt = ({ captures, answeredAt }: IPayment, fallback: Date) =>
  captures[0]?.at ?? answeredAt ?? fallback
