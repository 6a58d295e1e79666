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

export type PaymentGatewayName = keyof typeof paymentGateways

/** Every payment provider. A new one is a file beside this one and a line here. */
export const paymentGateways = {
  upigateway: (settings: Account): PaymentGateway =>
    createUpiGateway({
      baseUrl: settings.UPIGATEWAY_URL,
      key: settings.UPIGATEWAY_KEY,
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
      createTimeoutMs: settings.GATEWAY_CREATE_TIMEOUT_MS,
      capture: settings.capture,
      onRateLimited: settings.onRateLimited,
    }),
}

export type PaymentGateways = {
  /** The provider that takes the shop's payments now. */
  gateway: PaymentGateway
  /**
   * The provider that created a payment, by its recorded name: later checks must ask the same one.
   */
  gatewayOf(name: string): PaymentGateway | undefined
  gatewayNames: readonly string[]
}

export function createPaymentGateways(
  settings: Account,
  present: PaymentGatewayName = 'upigateway',
): PaymentGateways {
  const all = new Map<string, PaymentGateway>(
    Object.entries(paymentGateways).map(([name, create]) => [name, create(settings)]),
  )
  const gateway = all.get(present)
  if (!gateway) throw new Error(`there is no payment provider ${present}`)
  return { gateway, gatewayOf: (name) => all.get(name), gatewayNames: [...all.keys()] }
}
