import * as z from 'zod/mini'
import { clientTxnId, isoTime } from './fields.ts'
import { OrderStatusWord, PaymentMode } from './orders.ts'
import { route } from './route.ts'

/** What was paid for an order and how it ended. Rupees; delivered secrets are not on it. */
export const Receipt = z.object({
  number: z.string(),
  issuedAt: isoTime(),
  orderid: z.string(),
  status: OrderStatusWord,
  endedAt: z.optional(isoTime()),
  /** The shop's address, line by line; empty where none is set. */
  seller: z.array(z.string()),
  customer: z.object({ name: z.string(), email: z.string() }),
  itemname: z.string(),
  productname: z.string(),
  account: z.string(),
  paymentmode: PaymentMode,
  /** For the item; 0 where the payment did not buy it. */
  price: z.number(),
  /** All payments for this order, including excess, late and double ones. */
  received: z.number(),
  /** The part that was returned to the wallet. */
  back: z.number(),
  /** On the remaining amount, where the shop has a GST number. */
  gst: z.optional(z.object({ gstin: z.string(), percent: z.number(), net: z.number(), tax: z.number() })),
  /** The bank's reference, or the wallet's transaction. */
  paidReferences: z.array(z.string()),
  deliveryReferences: z.array(z.string()),
  /** Until when a ticket can be opened. */
  canReportUntil: z.optional(isoTime()),
})
export type Receipt = z.output<typeof Receipt>

export const orderReceipt = route({
  method: 'GET',
  path: '/order/:client_txn_id/receipt',
  auth: 'session',
  summary: 'The receipt of a paid order',
  params: z.strictObject({ client_txn_id: clientTxnId() }),
  result: Receipt,
  errors: ['not_found', 'not_paid'],
  errorField: 'message',
})
