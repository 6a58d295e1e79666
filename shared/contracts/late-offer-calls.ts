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
    'Of a late order: wait for it, or have what has not come refunded as soon as it is sure not to come',
  params: z.strictObject({ client_txn_id: clientTxnId() }),
  body: z.strictObject({ choice: z.enum(lateOfferOptions) }),
  result: Order,
  errors: ['not_found', 'offer_not_open', 'offer_closed'],
  errorField: 'message',
  idempotent: true,
})
