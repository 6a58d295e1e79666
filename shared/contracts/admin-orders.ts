import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId } from './fields.ts'
import { route } from './http/route.ts'
import { HandedOver } from './vault.ts'

export const takeBack = route({
  method: 'POST',
  path: '/admin/orders/:id/takeback',
  auth: { may: 'board.move' },
  summary: 'Take back an own Completed of the last five seconds',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({}),
  result: BoardOrder,
  errors: ['not_found', 'order_claimed', 'order_moved_on'],
  errorField: 'message',
  idempotent: true,
})

export const handOverLater = route({
  method: 'POST',
  path: '/admin/orders/:id/handover',
  auth: { may: 'board.move' },
  summary: 'Give a Completed order what its customer gets to read, where it has nothing yet',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({ lines: HandedOver }),
  result: BoardOrder,
  errors: ['not_found', 'order_moved_on', 'order_not_movable'],
  errorField: 'message',
  idempotent: true,
})
