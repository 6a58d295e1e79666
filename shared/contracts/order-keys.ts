import * as z from 'zod/mini'
import { idText } from './fields.ts'
import { route } from './http/route.ts'
import { OrderStatusWord } from './orders.ts'

/**
 * What the shop knows of an `Idempotency-Key` under which its caller sent an order:
 * - `unknown`: it has not come yet; it still may.
 * - `running`: somebody works on it; `retryAfterMs` until asking again has a point.
 * - `placed`: its order is there.
 * - `refused`: nothing was ordered, for the reason in `message`, and the same request is refused again.
 * - `not_placed`: it came, and failed before an order was made. Sent again it may become one.
 * - `closed`: nothing was ordered, and a request that still comes under it is refused.
 */
export const OrderKey = z.object({
  state: z.enum(['unknown', 'running', 'placed', 'refused', 'not_placed', 'closed']),
  order: z.optional(
    z.object({
      orderid: z.string(),
      status: OrderStatusWord,
      /** Where it is paid, or shown. */
      redirect_url: z.string(),
      /** ISO 8601, UTC */
      orderedAt: z.string(),
    }),
  ),
  message: z.optional(z.string()),
  retryAfterMs: z.optional(z.number()),
})
export type OrderKey = z.infer<typeof OrderKey>

/** Narrower than the header: what stands in an address by itself. A key with other characters cannot be asked about. */
const params = z.strictObject({
  key: z.string().check(z.regex(/^[\w.~:-]{8,100}$/, 'must have 8 to 100 letters, digits or . ~ : - _')),
})

export const lookUpOrderKey = route({
  method: 'GET',
  path: '/order-keys/:key',
  auth: 'session',
  summary: 'What became of an order whose answer was lost, by the Idempotency-Key under which it was sent',
  params,
  result: OrderKey,
  errors: [],
  errorField: 'message',
})

export const closeOrderKey = route({
  method: 'POST',
  path: '/order-keys/:key/close',
  auth: 'session',
  summary: 'Do not order: refuse whatever still comes under this Idempotency-Key, unless its order is there',
  params,
  body: z.strictObject({}),
  result: OrderKey,
  errors: [],
  errorField: 'message',
})

export const openOrderKeys = route({
  method: 'GET',
  path: '/order-keys',
  auth: 'session',
  summary: 'The caller’s orders of the last day whose answer was never given',
  result: z.object({
    keys: z.array(
      z.extend(OrderKey, {
        key: z.string(),
        productid: idText(),
        itemid: z.number(),
        /** What is sold: `86 Diamonds` */
        itemname: z.string(),
        /** When it came: ISO 8601, UTC. */
        sentAt: z.string(),
      }),
    ),
  }),
  errors: [],
  errorField: 'message',
})
