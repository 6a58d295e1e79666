import * as z from 'zod/mini'
import { erasureObstacleKinds } from './erasure-obstacles.ts'
import { isoTime, StaffRole } from './fields.ts'
import { OwnerChange } from './owner-change.ts'
import { paths } from './paths.ts'
import { pendingReasons } from './pending-reasons.ts'
import { route } from './route.ts'

/** How long an undecided request is valid, in ms. */
export const requestMs = 7 * 86_400_000

/** The same for the erasure of a person. */
export const erasureRequestMs = 30 * 86_400_000

/** What is known of an order's delivery: the same facts that the requester sees. */
export const RefundEvidence = z.object({
  kind: z.enum(pendingReasons),
  detail: z.string(),
  /** The supplier's balance around the purchase whose outcome is unknown. */
  supplierBalance: z.nullable(z.object({ before: z.string(), after: z.string() })),
  units: z.array(
    z.object({
      state: z.enum(['planned', 'sending', 'delivered', 'rejected', 'held_back', 'unknown']),
      /** What the supplier said last. */
      message: z.string(),
      /** For a unit of a batch of unclear purchases: in how many explanations it arrived. */
      chance: z.optional(z.nullable(z.object({ in: z.number(), of: z.number() }))),
    }),
  ),
})
export type RefundEvidence = z.output<typeof RefundEvidence>

/**
 * A request of one admin that another must approve: an adjustment of a wallet, a staff role, a
 * change of an owner's account, or the refund of an order.
 */
export const ApprovalRequest = z.object({
  /** For money: the id of the wallet transaction that it becomes. */
  id: z.string(),
  kind: z.enum(['balance', 'staff_role', 'owner', 'refund', 'erasure']),
  state: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
  userId: z.string(),
  userid: z.string(),
  name: z.string(),
  email: z.string(),
  /** The requested staff role. */
  staffRole: z.optional(StaffRole),
  /**
   * The person has no account yet, and is invited after the approval: `userid` is empty until they
   * accept.
   */
  invited: z.optional(z.literal(true)),
  /** The requested changes of an owner's account. */
  ownerChange: z.optional(OwnerChange),
  /** When a change about an owner takes effect without an approval. */
  takesEffectAt: z.optional(isoTime()),
  /** For a refund. `amount` is the money for the wallet. */
  refund: z.optional(
    z.object({
      orderid: z.string(),
      itemname: z.string(),
      /** The unit that it is about, or empty: the whole order. */
      unit: z.string(),
      /** It resolves a ticket. */
      resolvesTicket: z.boolean(),
      /**
       * The order has changed since the request, so an approval will be rejected. Absent otherwise.
       */
      isChanged: z.optional(z.literal(true)),
      /** The customer has written since the request, which changes it as well. Absent otherwise. */
      hasNewMessages: z.optional(z.literal(true)),
      /** The customer has revealed a code. Absent otherwise. */
      codeRevealed: z.optional(z.literal(true)),
      /** Of an order that is still open. Absent otherwise. */
      evidence: z.optional(RefundEvidence),
    }),
  ),
  /** For an erasure. */
  erasure: z.optional(
    z.object({
      /** The customer asked; otherwise a staff member did. */
      byCustomer: z.boolean(),
      /** The first of two staff members who confirm a customer's request. */
      confirmedBy: z.optional(z.object({ _id: z.string(), name: z.string() })),
      /** Nothing is deleted before. */
      from: isoTime(),
      /** What has to be ended first. */
      obstacles: z.array(z.enum(erasureObstacleKinds)),
    }),
  ),
  /** Rupees; negative is a debit, 0 where no money is requested. */
  amount: z.number(),
  /** Rupees in the wallet now. */
  balance: z.number(),
  reason: z.string(),
  askedBy: z.object({ _id: z.string(), name: z.string() }),
  askedAt: isoTime(),
  expiresAt: isoTime(),
  /** The admin who decided or withdrew it, and the reason. */
  decided: z.optional(z.object({ name: z.string(), at: isoTime(), reason: z.string() })),
})
export type ApprovalRequest = z.output<typeof ApprovalRequest>

export const approvalRequests = route({
  ...paths.approvalRequests,
  auth: { permission: 'approvals.decide' },
  summary:
    'Requests that wait for a second admin, the oldest first, or decided ones; none older than seven days',
  query: z.strictObject({ which: z.optional(z.enum(['pending', 'decided'])) }),
  result: z.array(ApprovalRequest),
  errors: [],
  errorField: 'message',
})

export const adminLimits = route({
  ...paths.adminLimits,
  auth: { permission: 'orders.view' },
  summary: 'The amount that this admin may refund without approval',
  /** `refundLimit`: rupees per order. */
  result: z.object({ refundLimit: z.number() }),
  errors: [],
  errorField: 'message',
})
