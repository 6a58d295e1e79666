import * as z from 'zod/mini'
import { clientTxnId, idText, isoTime, rupees } from './fields.ts'
import { readLanguages } from './order-ticket.ts'
import { Order, OrderStatusWord } from './orders.ts'
import { paths } from './paths.ts'
import { route } from './route.ts'
import { StaffAction } from './staff-actions.ts'
import { DeliveredCodes } from './vault.ts'

const Points = z.object({ status: z.number(), smile_points: z.string(), message: z.string() })

export const queryPoints = route({
  method: 'POST',
  path: '/admin/querypoints',
  auth: { permission: 'suppliers.view' },
  summary: 'Points left at the BR supplier',
  body: z.strictObject({}),
  result: Points,
  errors: ['supplier_unavailable'],
  errorField: 'message',
})

export const queryPointsPh = route({
  method: 'POST',
  path: '/admin/querypoints/ph',
  auth: { permission: 'suppliers.view' },
  summary: 'Points left at the PH supplier',
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

/** Why an order waits on the board, and what is known about it. */
export const PendingReason = z.object({
  kind: z.enum([
    'manual',
    'in_progress',
    'outcome_unknown',
    'partly_delivered',
    'supplier_unavailable',
    'supplier_deferred',
    'supplier_review',
    'below_cost',
    'task_failed',
    'on_hold',
  ]),
  since: isoTime(),
  detail: z.string(),
  /** When the next try is made, where the order goes on by itself. */
  until: z.optional(isoTime()),
})
export type PendingReason = z.output<typeof PendingReason>

/** An order as the board shows it. */
export const BoardOrder = z.extend(Order, {
  customer: z.object({ _id: z.string(), name: z.string(), role: z.string(), mobilenumber: z.string() }),
  pendingReason: PendingReason,
  /** It does not go on by itself (`needsAction` adds what is late). */
  needsAction: z.boolean(),
  /** Who has it, until when. */
  assignee: z.nullable(
    z.object({ adminId: z.string(), name: z.string(), since: isoTime(), until: isoTime() }),
  ),
  /** Who sets it to Completed, and until when that can be taken back: it happens then. */
  pendingCompletion: z.nullable(z.object({ adminId: z.string(), name: z.string(), until: isoTime() })),
  /** People deliver it, and what they deliver is mostly something to read: a code or a login. */
  needsCodes: z.boolean(),
  nextSteps: z.array(OrderStatusWord),
  /** When it became Processing: the clock of its promise starts here. */
  processingSince: isoTime(),
  /** The supplier's balance before and after the call whose outcome is unknown. */
  supplierBalance: z.nullable(z.object({ before: z.string(), after: z.string() })),
  /** The units, one per supplier order, in the order in which they are bought. */
  unitList: z.array(
    z.object({
      ref: z.string(),
      /** `held_back`: not sent, since it costs much more than was paid. */
      state: z.enum(['planned', 'sending', 'delivered', 'rejected', 'held_back', 'unknown']),
      /** Which attempt this is: a decision about a unit names it. */
      attempt: z.number(),
      supplierOrderId: z.string(),
      message: z.string(),
      /** Rupees of the order's price that it stands for. */
      price: z.number(),
      /** What the supplier takes for it, in its currency or points; '' where that is not known. */
      cost: z.string(),
      /** The supplier's balance will tell within minutes what became of it: until then it is not sent again. */
      isAwaitingReading: z.boolean(),
    }),
  ),
  /** Of a report, for who answers it; absent where there is none. */
  ticketFacts: z.optional(
    z.object({
      /** Messages of the customer that nobody of us has read. */
      unread: z.number(),
      /** When it should have ended: 48 hours after the delivery, and later where it was opened anew. */
      deadlineAt: isoTime(),
      /** In which language its customer reads the shop. */
      language: z.enum(readLanguages),
    }),
  ),
  /** Rupees that a refund of what is not delivered would give back. */
  suggestedRefund: z.number(),
  /** Rupees of the price that have not been given back: no refund may be more. */
  refundable: z.number(),
  /** What admins decided, the newest first. Customers are not shown it. */
  staffActions: z.array(StaffAction),
  /**
   * How much admins wrote down for each other, and when last: it is read by `orderNotes`, since this is sent to all with
   * each change. Absent only from an api of the release before.
   */
  noteSummary: z.optional(z.object({ count: z.number(), lastAt: z.nullable(isoTime()) })),
})
export type BoardOrder = z.output<typeof BoardOrder>

const AdminStatus = z.enum(['Completed', 'Refunded', 'Cancelled'])

/** Kept for clients of the specification; the admin app moves orders with `transitionOrder`. */
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
    ...(['not_found', 'transition_not_allowed', 'order_assigned', 'code_revealed'] as const),
    ...(['approval_required', 'answer_unexplained'] as const),
  ],
  errorField: 'message',
  noStore: true,
})

export const transitionOrder = route({
  method: 'POST',
  path: '/admin/orders/:id/transition',
  auth: { permission: 'orders.decide' },
  summary: 'Move an order, if it is still as the admin saw it',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    to: AdminStatus,
    /** The order's `version` on the admin's screen. */
    version: z.number().check(z.int(), z.gte(0)),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    /** With Completed: what the customer gets to read. It is sealed, and shown to its owner alone. */
    codes: z.optional(DeliveredCodes),
    /** With Refunded: the admin knows that the customer has opened what was delivered. */
    codeRevealed: z.optional(z.literal(true)),
    /** With Completed: it happens five seconds from now, and `undoCompletion` undoes it until then. */
    undoable: z.optional(z.literal(true)),
    /** With Refunded: nothing is given back before a second person agrees (`approvalRequests`). */
    requestApproval: z.optional(z.literal(true)),
    /** As in `resolveUnit`, of an order with unclear purchases. */
    override: z.optional(z.literal(true)),
  }),
  result: BoardOrder,
  errors: [
    ...(['not_found', 'order_changed', 'transition_not_allowed', 'order_assigned', 'code_revealed'] as const),
    ...(['approval_required', 'approval_pending', 'answer_unexplained'] as const),
  ],
  errorField: 'message',
  idempotent: true,
})

export const assignOrder = route({
  ...paths.assignOrder,
  auth: { permission: 'orders.decide' },
  summary: 'Take an order for five minutes, renew, take over, or let it go',
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
    'Open the queue board for 15 minutes: browsers go there without a bearer header, so this sets a cookie',
  body: z.strictObject({}),
  result: z.object({ url: z.string(), expiresAt: isoTime() }),
  errors: [],
  errorField: 'message',
})

export const resolveUnit = route({
  method: 'POST',
  path: '/admin/orders/:id/resolve',
  auth: { permission: 'orders.resolve_unit' },
  summary:
    'Say what became of a unit whose outcome is unknown or which was refused: delivered, send again, refund',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    unit: z
      .string()
      .check(z.regex(/^[A-Z0-9]{6,40}-\d{1,2}(-r\d{1,3})?$/, 'must be a unit such as JP261121K7Q2MDX4-1')),
    /** The attempt on the admin's screen: another one since then refuses the decision. */
    /** 0: it was never sent. */
    attempt: z.number().check(z.int(), z.gte(0)),
    answer: z.enum(['delivered', 'retry_unit', 'refund']),
    /** `retry_unit` needs one. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    /** Rupees to give back with `refund`, in place of `suggestedRefund`; at most `refundable`. */
    amount: z.optional(rupees()),
    /** With `refund`, as in `transitionOrder`. */
    requestApproval: z.optional(z.literal(true)),
    /** An owner answers against the readings of the balance, with a reason. */
    override: z.optional(z.literal(true)),
  }),
  result: BoardOrder,
  errors: [
    ...([
      'not_found',
      'order_changed',
      'transition_not_allowed',
      'order_assigned',
      'amount_invalid',
    ] as const),
    ...(['approval_required', 'approval_pending', 'answer_unexplained'] as const),
  ],
  errorField: 'message',
  idempotent: true,
})

/** Work that is later than it should be. */
export const OverdueTask = z.object({
  kind: z.enum(['order', 'topup', 'check', 'notification', 'prices']),
  id: z.string(),
  task: z.enum(['payment', 'fulfil', 'notify', 'completion', 'apply', 'verify']),
  dueAt: isoTime(),
  /** How often this document's work was queued again by the sweeper. */
  sweepCount: z.number(),
  status: z.string(),
  reason: z.string(),
})
export type OverdueTask = z.output<typeof OverdueTask>

export const maintenance = route({
  method: 'GET',
  path: '/admin/overdue-tasks',
  auth: { permission: 'incidents.manage' },
  summary: 'What is overdue, how often the sweeper enqueued it again, and why',
  result: z.array(OverdueTask),
  errors: [],
  errorField: 'message',
})
