import type {
  PaymentGateway,
  PaymentRequest,
  PaymentState,
} from '@jhatpat/shared/providers/payments/payment-gateway.ts'
import { expect } from 'vitest'
import type { BrokenOutcome } from './supplier-harness.ts'

/** Properties in which gateways differ. */
export type PaymentGatewayForms = {
  /** In addition to the page, links that open UPI apps with the amount. */
  appLinks: 'upi' | 'none'
  /** Whether a payment is found only under the day on which it was made. */
  foundUnder: 'its_day' | 'any_day'
  /** The gateway's status for a payment that is not made yet, in lower case. */
  waiting: string
}

export type PaymentGatewayHarness = {
  forms: PaymentGatewayForms
  /** Resets the gateway: no faults, no orders. */
  reset(): Promise<void>
  make(options?: { timeoutMs?: number; key?: string; unreachable?: boolean }): PaymentGateway
  /** The key of `make()`, which no message may show. */
  key: string
  next(call: 'create' | 'check', outcome: BrokenOutcome | 'refuse'): Promise<void>
  pay(clientTxnId: string, amountPaise?: number): Promise<void>
  fail(clientTxnId: string): Promise<void>
  close(clientTxnId: string): Promise<void>
  /** Makes the gateway report this status for every payment. */
  say(word: string): Promise<void>
  /** Makes the gateway reject every call of this merchant. */
  lockMerchant(): Promise<void>
  /** A callback's body with this value as our `reference`. */
  callbackBody(reference: unknown): Record<string, unknown>
  /** Makes the error texts repeat the key. */
  leakKey(): Promise<void>
}

/** The payment request of the contract tests, under a new reference. */
export const makePaymentRequest = (clientTxnId: string): PaymentRequest => ({
  clientTxnId,
  amountPaise: 49_950,
  description: '86 Diamonds',
  customer: { name: 'Arjun Nair', email: 'arjun@example.test', mobile: '9000000000' },
  redirectUrl: 'http://localhost:3000/confirmation?x=1',
})

type Ask = (timeoutMs?: number) => Promise<PaymentState>

/** Creates a payment and returns the check for it. */
export async function made(harness: PaymentGatewayHarness, clientTxnId: string): Promise<Ask> {
  const createdAt = new Date()
  expect((await harness.make().createPayment(makePaymentRequest(clientTxnId))).kind).toBe('created')
  return (timeoutMs = 2_000) => harness.make({ timeoutMs }).checkPayment({ clientTxnId, createdAt })
}
