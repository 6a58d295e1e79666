import type { PaymentGatewayName } from '../../contracts/payment-gateways.ts'
import type { CaptureCall, OnRateLimited } from '../vendor-call.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { createUpiGateway } from './upigateway.ts'

/** Named as in the environment, so that a process passes its settings unchanged. */
export type PaymentSettings = {
  GATEWAY_TIMEOUT_MS: number
  GATEWAY_CREATE_TIMEOUT_MS: number
  UPIGATEWAY_URL: string
  UPIGATEWAY_KEY: string
}

/** `capture` records each call and its answer. */
type Account = PaymentSettings & {
  capture?: CaptureCall | undefined
  onRateLimited?: OnRateLimited | undefined
}

/** Every payment gateway. A new one is a file beside this one and a line here. */
export const paymentGateways = {
  upigateway: (settings) =>
    createUpiGateway({
      baseUrl: settings.UPIGATEWAY_URL,
      key: settings.UPIGATEWAY_KEY,
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
      createTimeoutMs: settings.GATEWAY_CREATE_TIMEOUT_MS,
      capture: settings.capture,
      onRateLimited: settings.onRateLimited,
    }),
} satisfies Record<PaymentGatewayName, (settings: Account) => PaymentGateway>

export type PaymentGateways = {
  /**
   * The gateway that created a payment, by its recorded name: later checks must ask the same one.
   */
  gatewayOf(name: string): PaymentGateway | undefined
  gatewayNames: readonly string[]
}

export function createPaymentGateways(settings: Account): PaymentGateways {
  const all = new Map<string, PaymentGateway>(
    Object.entries(paymentGateways).map(([name, create]) => [name, create(settings)]),
  )
  return { gatewayOf: (name) => all.get(name), gatewayNames: [...all.keys()] }
}
