import * as z from 'zod'
import { Faults } from '../wire/faults.ts'
import { WebhookSettings } from '../wire/webhook-sender.ts'

export const UpiSettings = z.strictObject({
  delayMs: z.number().int().min(0),
  replyDelayMs: z.number().int().min(0),
  /** Every create is rejected with the vendor's text for it. */
  planExpired: z.boolean(),
  merchantLoggedOut: z.boolean(),
  /** The reply of create has no app links, as on smaller plans. */
  upiIntentNull: z.boolean(),
  /** Rupees added to each payment, e.g. -1. */
  amountMismatch: z.number(),
  amountAs: z.enum(['number', 'string']),
  upperCaseStatus: z.boolean(),
  /** `synonyms`: FAILED, EXPIRED and PENDING in capitals, as similar gateways write them. */
  statusTexts: z.enum(['plain', 'synonyms']),
  /** The outer `status` as a boolean or as the text "true". */
  outerStatusAs: z.enum(['boolean', 'text']),
  /** The form of the answer that there is no such order. */
  notFoundAs: z.enum(['message', 'code_1610', 'empty_data']),
  /** The day under which an order is found; `none`: `txn_date` is ignored. */
  dayKept: z.enum(['india', 'utc', 'none']),
  /** `upi`: the payment link is a `upi:` link instead of a page. */
  paymentUrlAs: z.enum(['page', 'upi']),
  /**
   * What `upi_txn_id` contains: the bank's reference; nothing in the first answer; nothing until
   * `referenceAfterMs`; another one in each answer; the payer's app's own id.
   */
  reference: z.enum(['bank', 'empty_first', 'late', 'changing', 'app_id']),
  referenceAfterMs: z.number().int().min(0),
  /** Every later payment has this reference; empty: its own. */
  sameReference: z.string(),
  /** Status replies without `data.id`. */
  withoutId: z.boolean(),
  /** The amount in rupees of status replies, e.g. "400.00"; empty: the real one. */
  reportedAmount: z.string(),
  /** Whether a second payment of one order has its own id. Second payments are hypothetical. */
  secondPaymentId: z.enum(['own', 'same']),
  /** Replaces the real status; empty for the real one. */
  statusWord: z.string(),
  /** Pays every new order automatically after this time; null: never. */
  autoPayMs: z.number().int().min(0).nullable(),
  /** An unpaid order becomes `failure` after this time; null: never. */
  expireMs: z.number().int().min(1).nullable(),
  /** The error texts repeat the merchant's key, as a careless vendor's might. */
  leakKey: z.boolean(),
  webhook: WebhookSettings,
})
export type UpiSettings = z.output<typeof UpiSettings>

export const defaultUpiSettings: UpiSettings = {
  delayMs: 0,
  replyDelayMs: 0,
  planExpired: false,
  merchantLoggedOut: false,
  upiIntentNull: false,
  amountMismatch: 0,
  amountAs: 'number',
  upperCaseStatus: false,
  statusTexts: 'plain',
  outerStatusAs: 'boolean',
  notFoundAs: 'message',
  dayKept: 'india',
  paymentUrlAs: 'page',
  reference: 'bank',
  referenceAfterMs: 0,
  sameReference: '',
  withoutId: false,
  reportedAmount: '',
  secondPaymentId: 'own',
  statusWord: '',
  autoPayMs: null,
  expireMs: null,
  leakKey: false,
  webhook: { lost: false, copies: 1, lateMs: 0, beforeReply: false, retryMs: 5_000 },
}

const Which = z.strictObject({ client_txn_id: z.string() })
const Payment = z.strictObject({
  client_txn_id: z.string(),
  /** Rupees; the order's own amount by default. */
  amount: z
    .string()
    .regex(/^\d+(\.\d{1,2})?$/)
    .optional(),
  afterMs: z.number().int().min(0).default(0),
})

export const UpiCommand = UpiSettings.partial().extend({
  webhook: WebhookSettings.partial().optional(),
  next: Faults.optional(),
  pay: Payment.optional(),
  payTwice: Payment.optional(),
  fail: Which.optional(),
  close: Which.optional(),
  scan: Which.optional(),
  /** Sends the callback of an order again, whatever its state. */
  resendWebhook: Which.optional(),
  /** `faults`: settings and planned faults; `all`: the records too. */
  reset: z.enum(['faults', 'all']).optional(),
})
