import * as z from 'zod/mini'
import { clientTxnId, idText, isoTime, rupees } from './fields.ts'
import { readLanguages } from './order-ticket.ts'
import { Order, OrderStatusWord } from './orders.ts'
import { paths } from './paths.ts'
import { pendingReasons } from './pending-reasons.ts'
import { route } from './route.ts'
import { StaffAction } from './staff-actions.ts'
import { DeliveredCodes } from './vault.ts'

const Points = z.object({ status: z.number(), smile_points: z.string(), message: z.string() })

export const queryPoints = route({
  method: 'POST',
  path: '/admin/querypoints',
  auth: { permission: 'suppliers.view' },
  summary: 'The balance at the BR supplier, in points',
  body: z.strictObject({}),
  result: Points,
  errors: ['supplier_unavailable'],
  errorField: 'message',
})

export const queryPointsPh = route({
  method: 'POST',
  path: '/admin/querypoints/ph',
  auth: { permission: 'suppliers.view' },
  summary: 'The balance at the PH supplier, in points',
  body: z.strictObject({}),
  result: Points,
  errors: ['supplier_unavailable'],
  errorField: 'message',
})

export const stats = route({
  method: 'GET',
  path: '/admin/stats',
  auth: { permission: 'sales.view' },
  summary: 'Order counts, and sales in rupees',
  result: z.object({
    total_order: z.number(),
    completed: z.number(),
    refunded: z.number(),
    processing: z.number(),
    total_sale: z.number(),
  }),
  errors: [],
  errorField: 'message',
})

/** Why an order waits on the board, with details. */
export const PendingReason = z.object({
  kind: z.enum(pendingReasons),
  since: isoTime(),
  detail: z.string(),
  /** When the next try is made, where the order continues automatically. */
  until: z.optional(isoTime()),
})
export type PendingReason = z.output<typeof PendingReason>

/** An order as the board shows it. */
export const BoardOrder = z.extend(Order, {
  customer: z.object({ _id: z.string(), name: z.string(), role: z.string(), mobilenumber: z.string() }),
  pendingReason: PendingReason,
  /** It does not continue automatically (`needsAction()` also counts late orders). */
  needsAction: z.boolean(),
  /** The admin who is assigned to it, and until when. */
  assignee: z.nullable(
    z.object({ adminId: z.string(), name: z.string(), since: isoTime(), until: isoTime() }),
  ),
  /** The admin who completes it, and until when that can be undone: it takes effect then. */
  pendingCompletion: z.nullable(z.object({ adminId: z.string(), name: z.string(), until: isoTime() })),
  /** It is delivered manually, and the delivery is usually text: a code or a login. */
  needsCodes: z.boolean(),
  nextSteps: z.array(OrderStatusWord),
  /** When it became Processing: the promised time starts here. */
  processingSince: isoTime(),
  /** The supplier's balance before and after the call whose outcome is unknown. */
  supplierBalance: z.nullable(z.object({ before: z.string(), after: z.string() })),
  /** The units, one per supplier order, in the order of purchase. */
  unitList: z.array(
    z.object({
      ref: z.string(),
      /** `held_back`: not sent, because it costs much more than was paid. */
      state: z.enum(['planned', 'sending', 'delivered', 'rejected', 'held_back', 'unknown']),
      /** The number of the attempt: a decision about a unit names it. */
      attempt: z.number(),
      supplierOrderId: z.string(),
      message: z.string(),
      /** The unit's share of the order's price, in rupees. */
      price: z.number(),
      /** The supplier's price, in its currency or points; '' where it is not known. */
      cost: z.string(),
      /**
       * The supplier's balance will show within minutes whether it was bought: until then it is not
       * sent again.
       */
      isAwaitingReading: z.boolean(),
    }),
  ),
  /** The order's ticket for its assignee; absent where there is none. */
  ticketFacts: z.optional(
    z.object({
      /** Unread messages of the customer. */
      unread: z.number(),
      /** The deadline: 48 hours after the delivery, later where the ticket was reopened. */
      deadlineAt: isoTime(),
      /** The language in which the customer uses the shop. */
      language: z.enum(readLanguages),
    }),
  ),
  /** Rupees that a refund of the undelivered units would return. */
  suggestedRefund: z.number(),
  /** Rupees of the price that have not been refunded: the maximum of a refund. */
  refundable: z.number(),
  /** Decisions of admins, the newest first. Not shown to customers. */
  staffActions: z.array(StaffAction),
  /**
   * Count and time of the admins' notes; the notes themselves come from `orderNotes`, because this
   * is sent to all admins with each change.
   */
  noteSummary: z.optional(z.object({ count: z.number(), lastAt: z.nullable(isoTime()) })),
})
export type BoardOrder = z.output<typeof BoardOrder>

const AdminStatus = z.enum(['Completed', 'Refunded', 'Cancelled'])

/** Kept for clients of the specification; the admin app uses `transitionOrder`. */
export const updateOrder = route({
  method: 'GET',
  path: '/admin/updateorder/:orderId/:newStatus{/:reason}',
  auth: { permission: 'orders.decide' },
  summary: 'Set an order to Completed, Refunded or Cancelled',
  params: z.strictObject({
    orderId: idText(),
    newStatus: AdminStatus,
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  result: z.object({ message: z.string(), order: BoardOrder }),
  errors: [
    'not_found',
    'transition_not_allowed',
    'order_assigned',
    'code_revealed',
    'approval_required',
    'answer_unexplained',
  ],
  errorField: 'message',
  noStore: true,
})

export const transitionOrder = route({
  method: 'POST',
  path: '/admin/orders/:id/transition',
  auth: { permission: 'orders.decide' },
  summary: 'Change an order’s status, if its version is still the one on the admin’s screen',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    to: AdminStatus,
    /** The order's `version` on the admin's screen. */
    version: z.number().check(z.int(), z.gte(0)),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    /**
     * With Completed: the codes for the customer. They are encrypted, and shown only to the order's
     * customer.
     */
    codes: z.optional(DeliveredCodes),
    /** With Refunded: confirms that the admin knows that the customer has revealed a code. */
    codeRevealed: z.optional(z.literal(true)),
    /** With Completed: it takes effect in five seconds; `undoCompletion` undoes it until then. */
    undoable: z.optional(z.literal(true)),
    /** With Refunded: nothing is refunded before a second admin approves (`approvalRequests`). */
    requestApproval: z.optional(z.literal(true)),
    /** As in `resolveUnit`, for an order with unclear purchases. */
    override: z.optional(z.literal(true)),
  }),
  result: BoardOrder,
  errors: [
    'not_found',
    'order_changed',
    'transition_not_allowed',
    'order_assigned',
    'code_revealed',
    'code_delivered',
    'approval_required',
    'approval_pending',
    'answer_unexplained',
  ],
  errorField: 'message',
  idempotent: true,
})

export const assignOrder = route({
  ...paths.assignOrder,
  auth: { permission: 'orders.decide' },
  summary: 'Assign an order to oneself for five minutes, renew, take over or unassign it',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({ action: z.enum(['assign', 'reassign', 'unassign']) }),
  result: BoardOrder,
  errors: ['not_found', 'order_assigned', 'order_changed'],
  errorField: 'message',
})

export const opsToken = route({
  ...paths.opsToken,
  auth: { permission: 'incidents.manage' },
  summary:
    'Issue a 15-minute token for the queue board, as a cookie, because browsers open it without a bearer header',
  body: z.strictObject({}),
  result: z.object({ url: z.string(), expiresAt: isoTime() }),
  errors: [],
  errorField: 'message',
})

export const resolveUnit = route({
  method: 'POST',
  path: '/admin/orders/:id/resolve',
  auth: { permission: 'orders.resolve_unit' },
  summary: 'Resolve a unit whose outcome is unknown or which was rejected: delivered, send again, or refund',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    unit: z
      .string()
      .check(z.regex(/^[A-Z0-9]{6,40}-\d{1,2}(-r\d{1,3})?$/, 'must be a unit such as JP261121K7Q2MDX4-1')),
    /**
     * The attempt on the admin's screen, 0 if it was never sent: after a newer attempt the decision
     * is rejected.
     */
    attempt: z.number().check(z.int(), z.gte(0)),
    answer: z.enum(['delivered', 'retry_unit', 'refund']),
    /** Required for `retry_unit`. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    /** Rupees to refund instead of `suggestedRefund`; at most `refundable`. */
    amount: z.optional(rupees()),
    /** With `refund`, as in `transitionOrder`. */
    requestApproval: z.optional(z.literal(true)),
    /** An owner decides against the balance readings, with a reason. */
    override: z.optional(z.literal(true)),
  }),
  result: BoardOrder,
  errors: [
    'not_found',
    'order_changed',
    'transition_not_allowed',
    'order_assigned',
    'amount_invalid',
    'approval_required',
    'approval_pending',
    'answer_unexplained',
  ],
  errorField: 'message',
  idempotent: true,
})

/** A task that is later than it should be. */
export const OverdueTask = z.object({
  kind: z.enum(['order', 'topup', 'check', 'notification', 'prices']),
  id: z.string(),
  task: z.enum(['payment', 'fulfil', 'notify', 'completion', 'apply', 'verify']),
  dueAt: isoTime(),
  /** How often the sweeper enqueued this document's tasks again. */
  sweepCount: z.number(),
  status: z.string(),
  reason: z.string(),
})
export type OverdueTask = z.output<typeof OverdueTask>

export const maintenance = route({
  method: 'GET',
  path: '/admin/overdue-tasks',
  auth: { permission: 'incidents.manage' },
  summary: 'Overdue tasks, how often the sweeper enqueued them again, and why',
  result: z.array(OverdueTask),
  errors: [],
  errorField: 'message',
})
