import * as z from 'zod/mini'
import { clientTxnId, isoTime } from './fields.ts'
import { Order, PaymentData } from './orders.ts'
import { route } from './route.ts'

/**
 * The result of asking one party about a payment. `answered`: just now. `silent`: asked, and no
 * usable answer in time. `known`: final from an earlier answer. `not_asked`: it cannot know
 * anything. `differ`: ledger and order disagree, and our team has been alerted.
 */
export const PaymentTrace = z.object({
  kind: z.enum(['answered', 'silent', 'known', 'not_asked', 'differ']),
  at: isoTime(),
})
export type PaymentTrace = z.output<typeof PaymentTrace>

export const tracePayment = route({
  method: 'POST',
  path: '/order/:client_txn_id/trace',
  auth: 'session',
  summary:
    'Trace an order’s payment: ask the bank, the ledger and the supplier at once, and act on the answers; within 8 s',
  params: z.strictObject({ client_txn_id: clientTxnId() }),
  result: z.object({
    order: Order,
    data: PaymentData,
    bank: PaymentTrace,
    ledger: PaymentTrace,
    supplier: PaymentTrace,
    /** Until when we keep polling; absent where nothing is left to poll. */
    watchedUntil: z.optional(isoTime()),
  }),
  errors: ['not_found', 'too_many_requests'],
  errorField: 'message',
})
