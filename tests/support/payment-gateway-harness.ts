import type {
  PaymentGateway,
  PaymentRequest,
  PaymentState,
} from '@jhatpat/shared/providers/payments/payment-gateway.ts'
import { expect } from 'vitest'
import type { BrokenOutcome } from './supplier-harness.ts'

/** What a gateway does its own way. */
export type PaymentGatewayForms = {
  /** Beside the page, links that open UPI apps with the amount in them. */
  appLinks: 'upi' | 'none'
  /** Whether a payment is found under the day alone on which it was made. */
  foundUnder: 'its_day' | 'any_day'
  /** The gateway's word for a payment that nobody has made yet, in small letters. */
  waiting: string
}

export type PaymentGatewayHarness = {
  forms: PaymentGatewayForms
  /** Back to a gateway without faults or orders. */
  reset(): Promise<void>
  make(options?: { timeoutMs?: number; key?: string; unreachable?: boolean }): PaymentGateway
  /** The key of `make()`, which no message may show. */
  key: string
  next(call: 'create' | 'check', outcome: BrokenOutcome | 'refuse'): Promise<void>
  pay(clientTxnId: string, amountPaise?: number): Promise<void>
  fail(clientTxnId: string): Promise<void>
  close(clientTxnId: string): Promise<void>
  /** The gateway reports this status word for every payment. */
  say(word: string): Promise<void>
  /** The gateway refuses every call of this merchant. */
  lockMerchant(): Promise<void>
  /** A callback's body about our `reference`, whatever that is. */
  callbackBody(reference: unknown): Record<string, unknown>
  /** Lets the error texts repeat the key. */
  leakKey(): Promise<void>
}

/** What is bought in the battery, under a reference of its own. */
export const makePaymentRequest = (clientTxnId: string): PaymentRequest => ({
  clientTxnId,
  amountPaise: 49_950,
  description: '86 Diamonds',
  customer: { name: 'Arjun Nair', email: 'arjun@example.test', mobile: '9000000000' },
  redirectUrl: 'http://localhost:3000/confirmation?x=1',
})

type Ask = (timeoutMs?: number) => Promise<PaymentState>

/** Makes a payment and gives the way to ask for it. */
export async function made(harness: PaymentGatewayHarness, clientTxnId: string): Promise<Ask> {
  const createdAt = new Date()
  expect((await harness.make().createPayment(makePaymentRequest(clientTxnId))).kind).toBe('created')
  return (timeoutMs = 2_000) => harness.make({ timeoutMs }).checkPayment({ clientTxnId, createdAt })
}
