import * as z from 'zod/mini'
import { clientTxnId, isoTime } from './fields.ts'
import { Order, PaymentData } from './orders.ts'
import { route } from './route.ts'

/**
 * What came of asking one of those who had to do with the money. `answered`: just now. `silent`: asked, and no usable
 * answer in time. `known`: told before, for good. `not_asked`: there is nothing that it could tell. `differ`: our books
 * do not say what the order says, and our team has been told.
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
    'Ask the bank, our books and the supplier at once where an order’s money is, and act on it; within 8 s',
  params: z.strictObject({ client_txn_id: clientTxnId() }),
  result: z.object({
    order: Order,
    data: PaymentData,
    bank: PaymentTrace,
    ledger: PaymentTrace,
    supplier: PaymentTrace,
    /** Until when we go on asking by ourselves; absent where nothing is left to ask. */
    watchedUntil: z.optional(isoTime()),
  }),
  errors: ['not_found', 'too_many_requests'],
  errorField: 'message',
})
