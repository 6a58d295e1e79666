import { Schema } from 'mongoose'
import type { UpiLinks } from '../../providers/payments/payment-gateway.ts'

/** Money the gateway confirmed. `to` says where it went: what was bought, or the customer's wallet. */
export type Capture = {
  bankReference: string
  gatewayId: string
  amountPaise: number
  payer: string
  at: Date
  to: 'purchase' | 'wallet'
}

/** The payment inside an order or top-up; the document that holds it owns its id (`client_txn_id`) and amount. */
export interface IPayment {
  state: 'created' | 'paid' | 'failed'
  gateway: string
  gatewayId: string
  paymentUrl: string
  upiLinks: UpiLinks | null
  payBefore: Date
  /** How often the gateway was asked, which sets the pace of the next look. */
  polls: number
  askedAt: Date | null
  vendorStatus: string
  captures: Capture[]
}

const captureSchema = new Schema<Capture>(
  {
    bankReference: { type: String, required: true },
    gatewayId: { type: String, default: '' },
    amountPaise: { type: Number, required: true },
    payer: { type: String, default: '' },
    at: { type: Date, required: true },
    to: { type: String, enum: ['purchase', 'wallet'], required: true },
  },
  { _id: false },
)

export const paymentSchema = new Schema<IPayment>(
  {
    state: { type: String, enum: ['created', 'paid', 'failed'], required: true },
    gateway: { type: String, required: true },
    gatewayId: { type: String, default: '' },
    paymentUrl: { type: String, default: '' },
    upiLinks: { type: Schema.Types.Mixed, default: null },
    payBefore: { type: Date, required: true },
    polls: { type: Number, default: 0 },
    askedAt: { type: Date, default: null },
    vendorStatus: { type: String, default: '' },
    captures: { type: [captureSchema], default: [] },
  },
  { _id: false },
)

export function newPayment(gateway: string, now: Date, windowMs: number): IPayment {
  return {
    state: 'created',
    gateway,
    gatewayId: '',
    paymentUrl: '',
    upiLinks: null,
    payBefore: new Date(now.getTime() + windowMs),
    polls: 0,
    askedAt: null,
    vendorStatus: '',
    captures: [],
  }
}

/**
 * A payment's fields after a look, as an update. The link's own fields are left alone: they may be written at
 * the same time by the request that made the payment.
 */
export function lookPatch(payment: IPayment): Record<string, unknown> {
  return {
    'payment.state': payment.state,
    'payment.vendorStatus': payment.vendorStatus,
    'payment.polls': payment.polls,
    'payment.askedAt': payment.askedAt,
    'payment.captures': payment.captures,
  }
}
