import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId } from './fields.ts'
import { route } from './route.ts'
import { CodeValue, DeliveredCodes, SecretIndex } from './vault.ts'

export const undoCompletion = route({
  method: 'POST',
  path: '/admin/orders/:id/undo-completion',
  auth: { permission: 'orders.decide' },
  summary: 'Undo one’s own Completed within five seconds',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({}),
  result: BoardOrder,
  errors: ['not_found', 'order_assigned', 'order_changed'],
  errorField: 'message',
  idempotent: true,
})

export const deliverCodesLater = route({
  method: 'POST',
  path: '/admin/orders/:id/codes',
  auth: { permission: 'orders.decide' },
  summary: 'Add the codes of a Completed order that has none yet',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    codes: DeliveredCodes,
    /** Why they are added, for admins. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(250))),
  }),
  result: BoardOrder,
  errors: ['not_found', 'order_changed', 'transition_not_allowed', 'code_delivered'],
  errorField: 'message',
  idempotent: true,
})

export const replaceCode = route({
  method: 'POST',
  path: '/admin/orders/:id/codes/replace',
  auth: { permission: 'orders.decide' },
  summary: 'Replace a code of a Completed order that its customer has not viewed',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    secret: SecretIndex,
    value: CodeValue,
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(250)),
    /** The order's `revision` on the admin's screen. */
    revision: z.number().check(z.int(), z.gte(0)),
  }),
  result: BoardOrder,
  errors: [
    'not_found',
    'order_changed',
    'transition_not_allowed',
    'code_revealed',
    'code_delivered',
    'secrets_deleted',
  ],
  errorField: 'message',
  idempotent: true,
})
