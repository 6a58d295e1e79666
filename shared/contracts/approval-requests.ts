import * as z from 'zod/mini'
import { idText, isoTime, StaffRole } from './fields.ts'
import { OwnerChange } from './owner-change.ts'
import { paths } from './paths.ts'
import { route } from './route.ts'

/** A request that nobody has answered is over so long after it was made. */
export const requestMs = 7 * 86_400_000

/**
 * What one admin asked for and another has to agree to: money for a wallet, that an account becomes an admin's, a
 * change of an owner's account, or the refund of an order.
 */
export const ApprovalRequest = z.object({
  /** Of a request for money: the id of the wallet's line that it becomes. */
  id: z.string(),
  kind: z.enum(['balance', 'staff_role', 'owner', 'refund']),
  state: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
  userId: z.string(),
  userid: z.string(),
  name: z.string(),
  email: z.string(),
  /** What they are to become, where that is asked for. */
  staffRole: z.optional(StaffRole),
  /** They have no account yet, and are invited once it is agreed to: `userid` is empty until they have accepted. */
  invited: z.optional(z.literal(true)),
  /** What changes of an owner's account. */
  ownerChange: z.optional(OwnerChange),
  /** When it takes effect without another's approval, where it concerns an owner. */
  takesEffectAt: z.optional(isoTime()),
  /** Of a refund: what it gives back. `amount` is what goes to the wallet. */
  refund: z.optional(
    z.object({
      orderid: z.string(),
      itemname: z.string(),
      /** The pack that it is about, or empty: the whole order. */
      unit: z.string(),
      /** It is the decision to a report. */
      resolvesTicket: z.boolean(),
      /** The order has moved since it was asked for, so that agreeing will refuse it. Absent where it has not. */
      isChanged: z.optional(z.literal(true)),
      /** The customer has written about it since it was asked for, which changes it as well. Absent where they have not. */
      hasNewMessages: z.optional(z.literal(true)),
      /** The customer has opened what was delivered. Absent where they have not. */
      codeRevealed: z.optional(z.literal(true)),
    }),
  ),
  /** Rupees; negative takes away, 0 where no money is asked for. */
  amount: z.number(),
  /** Rupees in the wallet now. */
  balance: z.number(),
  reason: z.string(),
  askedBy: z.object({ _id: z.string(), name: z.string() }),
  askedAt: isoTime(),
  expiresAt: isoTime(),
  /** Who answered, or took it back, and the reason given. */
  decided: z.optional(z.object({ name: z.string(), at: isoTime(), reason: z.string() })),
})
export type ApprovalRequest = z.output<typeof ApprovalRequest>

export const approvalRequests = route({
  ...paths.approvalRequests,
  auth: { permission: 'approvals.decide' },
  summary:
    'What waits for a second admin, the oldest first, or what was answered; nothing of more than seven days ago',
  query: z.strictObject({ which: z.optional(z.enum(['pending', 'decided'])) }),
  result: z.array(ApprovalRequest),
  errors: [],
  errorField: 'message',
})

export const decideApprovalRequest = route({
  method: 'POST',
  path: '/admin/approvals/:id/decide',
  auth: { permission: 'approvals.decide' },
  summary: 'Agree to what another admin asked for, refuse it, or take back what one asked for oneself',
  params: z.strictObject({ id: idText() }),
  body: z.strictObject({
    decision: z.enum(['approve', 'reject', 'withdraw']),
    /** Needed to refuse. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  /** `balance`: rupees in the wallet after it. */
  result: z.object({ message: z.string(), balance: z.number() }),
  errors: [
    ...(['not_found', 'own_approval', 'role_too_new', 'approval_closed', 'approval_expired'] as const),
    ...(['reason_missing', 'insufficient_balance', 'forbidden', 'verified_email_required'] as const),
    ...(['order_changed', 'transition_not_allowed', 'order_assigned', 'code_revealed'] as const),
    ...(['ticket_closed', 'amount_invalid'] as const),
  ],
  errorField: 'error',
  idempotent: true,
})

export const adminLimits = route({
  ...paths.adminLimits,
  auth: { permission: 'orders.view' },
  summary: 'How much this admin may move by hand without a second person',
  /** Rupees of one order. */
  result: z.object({ refundLimit: z.number() }),
  errors: [],
  errorField: 'message',
})
