import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

/**
 * A discrepancy about a payment that no rule resolves. `known` and `reported` are the previous and the
 * newly reported value: bank references, or rupees for a changed amount.
 */
export const PaymentDiscrepancy = z.object({
  /** The order's or top-up's id and the discrepancy's number. */
  id: z.string(),
  kind: z.enum(['reference_changed', 'reference_reused', 'amount_changed']),
  at: isoTime(),
  of: z.enum(['order', 'topup']),
  client_txn_id: z.string(),
  /** Of the order or top-up. */
  status: z.string(),
  customer: z.string(),
  gateway: z.string(),
  gatewayId: z.string(),
  known: z.string(),
  reported: z.string(),
  /** The order or top-up that has the reference: another one, or this one. */
  orderRef: z.string(),
  /** The gateway's own state of the payment. */
  vendorStatus: z.string(),
  /** Rupees: what the gateway reported, and the part of it that is not posted. */
  amount: z.number(),
  inReview: z.number(),
})
export type PaymentDiscrepancy = z.output<typeof PaymentDiscrepancy>

export const paymentDiscrepancies = route({
  method: 'GET',
  path: '/admin/payments/discrepancies',
  auth: { permission: 'reconciliation.manage' },
  summary: 'Payments that wait for a person’s decision, the newest first',
  result: z.array(PaymentDiscrepancy),
  errors: [],
  errorField: 'message',
})

export const resolveDiscrepancy = route({
  method: 'POST',
  path: '/admin/payments/discrepancies/:id/resolve',
  auth: { permission: 'reconciliation.manage' },
  summary: 'Resolve a discrepancy about a payment: no money, or money for the customer’s wallet',
  params: z.strictObject({
    id: z
      .string()
      .check(z.regex(/^[A-Z0-9]{6,40}-D\d{1,2}$/, 'must be a discrepancy such as JP261121K7Q2MDX4-D1')),
  }),
  body: z.strictObject({
    answer: z.enum(['dismiss', 'credit']),
    reason: z.string().check(z.trim(), z.minLength(3, 'Enter a reason.'), z.maxLength(300)),
  }),
  result: z.object({ id: z.string(), credited: z.number() }),
  errors: ['not_found', 'discrepancy_resolved', 'discrepancy_without_money'],
  errorField: 'message',
  idempotent: true,
})
