import * as z from 'zod/mini'
import { clientTxnId } from './fields.ts'
import { lateOfferOptions } from './late-offer.ts'
import { Order } from './orders.ts'
import { route } from './route.ts'

export const chooseLateOffer = route({
  method: 'POST',
  path: '/order/:client_txn_id/late-offer',
  auth: 'session',
  summary:
    'For a late order: choose to wait, or to have undelivered units refunded as soon as they certainly will not arrive',
  params: z.strictObject({ client_txn_id: clientTxnId() }),
  body: z.strictObject({ choice: z.enum(lateOfferOptions) }),
  result: Order,
  errors: ['not_found', 'offer_not_open', 'offer_closed'],
  errorField: 'message',
  idempotent: true,
})
