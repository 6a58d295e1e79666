import type { PaymentGateway } from './payment-gateway.ts'
import { createUpiGateway } from './upigateway.ts'

/** Named as in the environment, so that a process hands its settings over as they are. */
export type PaymentSettings = { GATEWAY_TIMEOUT_MS: number; UPIGATEWAY_URL: string; UPIGATEWAY_KEY: string }

export type PaymentGatewayName = keyof typeof paymentGateways

/** Every payment provider there is. A new one is a file beside this one and a line here. */
export const paymentGateways = {
  upigateway: (settings: PaymentSettings): PaymentGateway =>
    createUpiGateway({
      baseUrl: settings.UPIGATEWAY_URL,
      key: settings.UPIGATEWAY_KEY,
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
    }),
}

/** The provider that takes the shop's payments. */
export function createPaymentGateway(
  settings: PaymentSettings,
  name: PaymentGatewayName = 'upigateway',
): PaymentGateway {
  return paymentGateways[name](settings)
}
