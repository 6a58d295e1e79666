import * as z from 'zod/mini'
import { idText } from './fields.ts'
import { OrderStatusWord } from './orders.ts'
import { route } from './route.ts'

/**
 * The state of an `Idempotency-Key` under which the caller sent an order:
 * - `unknown`: nothing is recorded under it. A request may still arrive, or a wallet order's is being
 * processed.
 * - `running`: a UPI order's request is being processed; check again after `retryAfterMs`.
 * - `placed`: the order exists.
 * - `refused`: nothing was ordered, for the reason in `message`, and the same request is refused
 * again.
 * - `not_placed`: a UPI order's request failed before the order was placed. A retry may place one.
 * - `closed`: nothing was ordered, and a request that still arrives under it is refused.
 */
export const OrderKey = z.object({
  state: z.enum(['unknown', 'running', 'placed', 'refused', 'not_placed', 'closed']),
  order: z.optional(
    z.object({
      orderid: z.string(),
      status: OrderStatusWord,
      /** The payment page or the order's page. */
      redirect_url: z.string(),
      /** ISO 8601, UTC */
      orderedAt: z.string(),
    }),
  ),
  message: z.optional(z.string()),
  retryAfterMs: z.optional(z.number()),
})
export type OrderKey = z.infer<typeof OrderKey>

/**
 * URL-safe characters only, a subset of what the header accepts. A key with others cannot be looked
 * up.
 */
const params = z.strictObject({
  key: z.string().check(z.regex(/^[\w.~:-]{8,100}$/, 'must have 8 to 100 letters, digits or . ~ : - _')),
})

export const lookUpOrderKey = route({
  method: 'GET',
  path: '/order-keys/:key',
  auth: 'session',
  summary: 'The state of an order whose answer was lost, by the Idempotency-Key under which it was sent',
  params,
  result: OrderKey,
  errors: [],
  errorField: 'message',
})

export const closeOrderKey = route({
  method: 'POST',
  path: '/order-keys/:key/close',
  auth: 'session',
  summary:
    'Cancel an order: refuse a request that still arrives under this Idempotency-Key, unless its order exists',
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
  summary: 'The caller’s UPI orders of the last 24 hours without an answer',
  result: z.object({
    keys: z.array(
      z.extend(OrderKey, {
        key: z.string(),
        productid: idText(),
        itemid: z.number(),
        /** `86 Diamonds` */
        itemname: z.string(),
        /** Arrival of the request: ISO 8601, UTC. */
        sentAt: z.string(),
      }),
    ),
  }),
  errors: [],
  errorField: 'message',
})
