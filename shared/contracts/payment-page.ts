import * as z from 'zod/mini'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

/** What our own payment page shows for an unpaid order or top-up. */
export const PaymentPage = z.object({
  client_txn_id: z.string(),
  kind: z.enum(['order', 'topup']),
  status: z.enum(['created', 'paid', 'failed']),
  amount: z.number(),
  title: z.string(),
  subtitle: z.string(),
  imgpath: z.string(),
  payee: z.string(),
  payBefore: isoTime(),
  /** What it waits for: the payer; the gateway, which creates the link; our review of a payment. */
  waitingFor: z.enum(['payer', 'provider', 'check']),
  /** `upi://pay` link for the QR code, and app links; absent where the gateway gave none. */
  upi: z.optional(
    z.object({
      bhim: z.optional(z.string()),
      phonepe: z.optional(z.string()),
      paytm: z.optional(z.string()),
      gpay: z.optional(z.string()),
    }),
  ),
  gatewayUrl: z.string(),
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The address for choosing another method. */
  changeUrl: z.string(),
  simulated: z.boolean(),
})
export type PaymentPage = z.output<typeof PaymentPage>

export const paymentPage = route({
  method: 'GET',
  path: '/payment/:client_txn_id',
  auth: 'session',
  summary: 'The UPI links and the time left for an unpaid order or top-up',
  params: z.strictObject({ client_txn_id: clientTxnId() }),
  result: PaymentPage,
  errors: ['not_found'],
  errorField: 'message',
})
