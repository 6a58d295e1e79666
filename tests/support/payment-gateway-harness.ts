import type {
  PaymentGateway,
  PaymentRequest,
  PaymentState,
} from '@jhatpat/shared/providers/payments/payment-gateway.ts'
import { expect } from 'vitest'
import type { BrokenOutcome } from './supplier-harness.ts'

export type PaymentGatewayHarness = {
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
  /** The gateway writes amounts as text and status words in capitals, and gives no app links. */
  writeOddly(): Promise<void>
  /** Other forms in which such gateways have been seen to answer. */
  speak(
    manner:
      | 'text_status'
      | 'other_not_found'
      | 'empty_not_found'
      | 'synonyms'
      | 'upi_link_only'
      | 'late_reference'
      | 'no_day',
  ): Promise<void>
  /** Lets the error texts repeat the key. */
  leakKey(): Promise<void>
}

/** What is bought in the battery, under a reference of its own. */
export const aRequest = (clientTxnId: string): PaymentRequest => ({
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
  expect((await harness.make().createPayment(aRequest(clientTxnId))).kind).toBe('created')
  return (timeoutMs = 2_000) => harness.make({ timeoutMs }).checkPayment({ clientTxnId, createdAt })
}
