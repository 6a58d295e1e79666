import * as z from 'zod/mini'
import { addresses } from './addresses.ts'
import { idText, isoTime } from './fields.ts'
import { route } from './http/route.ts'
import { OfficeRole } from './office-role.ts'

/** A request that nobody has answered is over so long after it was made. */
export const requestMs = 7 * 86_400_000

/** What one admin asked for and another has to agree to: money for a wallet, or that somebody becomes an admin. */
export const AdminRequest = z.object({
  /** Of a request for money: the id of the wallet's line that it becomes. */
  id: z.string(),
  kind: z.enum(['balance', 'admin']),
  userId: z.string(),
  userid: z.string(),
  name: z.string(),
  email: z.string(),
  /** What they are to become, where that is asked for. */
  officeRole: z.optional(OfficeRole),
  /** Rupees; negative takes away, 0 where no money is asked for. */
  amount: z.number(),
  /** Rupees in the wallet now. */
  balance: z.number(),
  reason: z.string(),
  askedBy: z.object({ _id: z.string(), name: z.string() }),
  askedAt: isoTime(),
  expiresAt: isoTime(),
})
export type AdminRequest = z.output<typeof AdminRequest>

export const adminRequests = route({
  ...addresses.adminRequests,
  auth: { may: 'approvals' },
  summary: 'What waits for a second admin, the oldest first; nothing that is more than seven days old',
  result: z.array(AdminRequest),
  errors: [],
  errorField: 'message',
})

export const answerAdminRequest = route({
  method: 'POST',
  path: '/admin/requests/:id/answer',
  auth: { may: 'approvals' },
  summary: 'Agree to what another admin asked for, or refuse it',
  params: z.strictObject({ id: idText() }),
  body: z.strictObject({
    answer: z.enum(['approve', 'refuse']),
    /** Needed to refuse. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  /** `balance`: rupees in the wallet after it. */
  result: z.object({ message: z.string(), balance: z.number() }),
  errors: [
    ...(['not_found', 'own_request', 'request_closed', 'request_expired'] as const),
    ...(['reason_missing', 'insufficient_balance'] as const),
  ],
  errorField: 'error',
  idempotent: true,
})
