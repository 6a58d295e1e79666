import * as z from 'zod/mini'
import { idText } from './fields.ts'
import { route } from './route.ts'

export const decideApprovalRequest = route({
  method: 'POST',
  path: '/admin/approvals/:id/decide',
  auth: { permission: 'approvals.decide' },
  summary: 'Approve or reject another admin’s request, or withdraw one’s own',
  params: z.strictObject({ id: idText() }),
  body: z.strictObject({
    decision: z.enum(['approve', 'reject', 'withdraw']),
    /** Required to reject. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  /** `balance`: rupees in the wallet afterwards. */
  result: z.object({ message: z.string(), balance: z.number() }),
  errors: [
    'not_found',
    'own_approval',
    'role_too_new',
    'approval_closed',
    'approval_expired',
    'reason_missing',
    'insufficient_balance',
    'forbidden',
    'verified_email_required',
    'order_changed',
    'transition_not_allowed',
    'order_assigned',
    'code_revealed',
    'ticket_closed',
    'amount_invalid',
    'erasure_blocked',
  ],
  errorField: 'error',
  idempotent: true,
})
