import { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import type { UpiLinks } from '../../providers/payments/payment-gateway.ts'

/** One payment attempt, with its own id at the gateway, since a gateway accepts an id once. */
export type PaymentAttempt = {
  /** The `client_txn_id` at the gateway: the order's own id, then that with `R2`, `R3`, … */
  id: string
  /** The id that the gateway gave it on creation. */
  gatewayId: string
  paymentUrl: string
  upiLinks: UpiLinks | null
  /** When it was requested: gateways store a payment under its day. */
  at: Date
  /** `asking`: a request is creating it, or crashed while doing so. `unclear`: it may exist at the gateway or not. */
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
  id,
  at,
  gatewayId: '',
  paymentUrl: '',
  upiLinks: null,
  state: 'asking',
})

/** `JP261121K7Q2MDX4`, then `JP261121K7Q2MDX4R2` and so on: capitals and digits, which every gateway accepts. */
export const attemptId = (clientTxnId: string, number: number): string =>
  number === 1 ? clientTxnId : `${clientTxnId}R${number}`

/** Our own id of an attempt's order or top-up. A callback may name any of its attempts. */
export function clientTxnIdOf(id: string): string {
  return /^(J[PT][0-9A-Z]{14})R\d{1,2}$/.exec(id)?.[1] ?? id
}

/** The attempt that a payer can use now, if any. */
export const openAttemptOf = (attempts: readonly PaymentAttempt[]): PaymentAttempt | undefined =>
  attempts.findLast((attempt) => attempt.state === 'open')
