import { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import type { UpiLinks } from '../../providers/payments/payment-gateway.ts'

/** One payment attempt: each has an id of its own at the gateway, since a gateway takes no id twice. */
export type PaymentAttempt = {
  /** The `client_txn_id` at the gateway: the order's own id, then that with `R2`, `R3`, … */
  id: string
  /** What the gateway called it when it made it. */
  gatewayId: string
  paymentUrl: string
  upiLinks: UpiLinks | null
  /** When it was asked for: gateways keep a payment under its day. */
  at: Date
  /** `asking`: a request asks for it, or died doing so. `unclear`: it may be there or not. */
  state: 'asking' | 'open' | 'refused' | 'unclear'
}

export const attemptSchema = new Schema<PaymentAttempt>(
  {
    id: { type: String, required: true },
    gatewayId: { type: String, default: '' },
    paymentUrl: { type: String, default: '' },
    upiLinks: { type: Schema.Types.Mixed, default: null },
    at: { type: Date, required: true },
    state: { type: String, enum: ['asking', 'open', 'refused', 'unclear'], required: true },
  } satisfies SchemaFields<PaymentAttempt>,
  { _id: false, id: false },
)

export const newAttempt = (id: string, at: Date): PaymentAttempt => ({
  ...{ id, at, gatewayId: '', paymentUrl: '', upiLinks: null },
  state: 'asking',
})

/** `JP261121K7Q2MDX4`, then `JP261121K7Q2MDX4R2` and on: all capitals and digits, as gateways take them. */
export const attemptId = (clientTxnId: string, number: number): string =>
  number === 1 ? clientTxnId : `${clientTxnId}R${number}`

/** Our own id behind an attempt's: what a callback names may be any of an order's attempts. */
export function clientTxnIdOf(id: string): string {
  return /^(J[PT][0-9A-Z]{14})R\d{1,2}$/.exec(id)?.[1] ?? id
}

/** The attempt that a payer can use now, if there is one. */
export const openAttemptOf = (attempts: readonly PaymentAttempt[]): PaymentAttempt | undefined =>
  attempts.findLast((attempt) => attempt.state === 'open')
