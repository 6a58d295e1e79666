import type { PaymentTrace } from '../../../contracts/payment-trace.ts'
import { withTimeout } from '../../../platform/with-timeout.ts'
import { lastPollAt } from '../../payments/index.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { promisedBy } from '../views/order-state.ts'
import { traceAtGateway, type GatewayTraceDeps } from './ask-bank.ts'
import { traceInLedger } from './ask-books.ts'
import { traceAtSupplier, type SupplierTraceDeps } from './ask-supplier.ts'

/** So long each may take, in ms: bank and supplier at once, then the books; people were promised an answer within 8 s. */
const timeoutMs = { bank: 5_000, supplier: 5_500, ledger: 1_500 }

export type PaymentTraceResult = {
  order: OrderDoc
  bank: PaymentTrace
  ledger: PaymentTrace
  supplier: PaymentTrace
  watchedUntil: Date | undefined
}

/**
 * Where an order's money is: asks the gateway and the supplier at once, then our books, and acts on what they say. Money
 * that came moves the order on or into the wallet, a delivery completes it, goods that came back refund it; what nobody
 * knows yet is watched on by the workers.
 */
export async function tracePayment(deps: GatewayTraceDeps & SupplierTraceDeps, order: OrderDoc): Promise<PaymentTraceResult> {
  const at = deps.clock.now().toISOString()
  const onError = (error: unknown) =>
    deps.log.error({ err: error, orderid: order._id }, 'ledger read failed')
  const [bank, supplier] = await Promise.all([
    traceAtGateway(deps, order, timeoutMs.bank),
    traceAtSupplier(deps, order, timeoutMs.supplier),
  ])
  // Last, since the other two may have moved money: the books tell what stands now.
  const ledger = (await withTimeout(timeoutMs.ledger, traceInLedger(deps, order), onError)) ?? { kind: 'silent', at }
  const now = (await OrderModel.findById(order._id).lean<OrderDoc | null>()) ?? order
  return { order: now, bank, ledger, supplier, watchedUntil: watchedUntil(now) }
}

/** Until when we ask by ourselves; undefined where nobody has anything left to tell. */
function watchedUntil(order: OrderDoc): Date | undefined {
  switch (order.status) {
    case 'Created':
      return order.payment?.payBefore
    case 'Processing':
      return promisedBy(order.processingAt ?? order.createdAt)
    case 'Failed':
      return order.due.payment.at ? lastPollAt(order.createdAt) : undefined
    case 'Completed':
    case 'Refunded':
    case 'Cancelled':
      return undefined
    default:
      return order.status satisfies never
  }
}
