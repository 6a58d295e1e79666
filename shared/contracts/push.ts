import * as z from 'zod/mini'
import { idText } from './fields.ts'
import { route } from './route.ts'

export const pushState = route({
  method: 'GET',
  path: '/push',
  auth: 'session',
  summary:
    'Whether push messages about orders are available, and whether this session’s browser receives them',
  result: z.object({
    /** The key for the browser's subscription; null where the shop sends no push messages. */
    publicKey: z.nullable(z.string()),
    /** The id for `pushOff` of this device; null where it is not subscribed. */
    here: z.nullable(z.string()),
  }),
  errors: [],
  errorField: 'message',
})

export const pushOn = route({
  method: 'POST',
  path: '/push',
  auth: 'session',
  summary: 'Send push messages about one’s orders to this browser, by its subscription; ten devices at most',
  body: z.strictObject({
    endpoint: z
      .string()
      .check(z.regex(/^https?:\/\/[\x21-\x7e]{1,1000}$/, 'must be the address of a push service')),
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/, 'must be a key of 65 bytes')),
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/, 'must be a key of 16 bytes')),
  }),
  result: z.object({ id: z.string() }),
  errors: ['invalid_request', 'not_found'],
  errorField: 'message',
})

export const pushOff = route({
  method: 'DELETE',
  path: '/push/:id',
  auth: 'session',
  summary: 'Stop push messages to one of one’s devices',
  params: z.strictObject({ id: idText() }),
  result: z.object({ message: z.string() }),
  errors: ['not_found'],
  errorField: 'message',
})
