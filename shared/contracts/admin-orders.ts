import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId } from './fields.ts'
import { route } from './route.ts'
import { DeliveredCodes } from './vault.ts'

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
  body: z.strictObject({ codes: DeliveredCodes }),
  result: BoardOrder,
  errors: ['not_found', 'order_changed', 'transition_not_allowed'],
  errorField: 'message',
  idempotent: true,
})
