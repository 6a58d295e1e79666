import { AppError } from '../../platform/app-error.ts'
import type { CreatedPayment, PaymentRequest } from '../../providers/payments/payment-gateway.ts'
import type { Deps } from '../deps.ts'
import type { IPayment } from './payment-schema.ts'

/** The part of a payment that the gateway's answer fills in. */
export type PaymentLink = Pick<IPayment, 'gatewayId' | 'paymentUrl' | 'upiLinks'>

/**
 * Asks the gateway for a payment link for something already in the database.
 * @throws payment_refused when the gateway said no, payment_unavailable when its answer is not known
 */
export async function openPayment(
  deps: Pick<Deps, 'gateway' | 'log'>,
  request: PaymentRequest,
): Promise<PaymentLink> {
  const created = await deps.gateway.createPayment(request)
  if (created.kind === 'created') return linkOf(created)
  deps.log.error({ clientTxnId: request.clientTxnId, gateway: created.message }, 'payment not opened')
  throw new AppError(created.kind === 'refused' ? 'payment_refused' : 'payment_unavailable')
}

function linkOf(created: Extract<CreatedPayment, { kind: 'created' }>): PaymentLink {
  return {
    gatewayId: created.gatewayId,
    paymentUrl: created.paymentUrl,
    upiLinks: created.upiLinks ?? null,
  }
}

/** Where the browser goes to pay: our own page where the gateway gave UPI links, else the gateway's. */
export function payAddress(clientTxnId: string, link: PaymentLink): string {
  return link.upiLinks?.bhim ? `/pay?client_txn_id=${clientTxnId}` : link.paymentUrl
}
