import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** Decisions of an admin about an order, or about one of its units. */
export const staffActionKinds = [
  'assign',
  'reassign',
  'unassign',
  'complete',
  'undo_completion',
  'add_codes',
  'replace_code',
  'refund',
  'request_refund',
  'cancel',
  'delivered',
  'retry_unit',
  'refund_partly',
  'resolve_conflict',
  'ticket_delivered',
  'ticket_message',
  'ticket_explained',
  'ticket_redeliver',
  'give_up_redelivery',
] as const
export type StaffActionKind = (typeof staffActionKinds)[number]

/** A decision of an admin about an order, with its context. */
export const StaffAction = z.object({
  at: isoTime(),
  /** The admin's id and name. */
  by: z.string(),
  name: z.string(),
  action: z.enum(staffActionKinds),
  /** The unit's ref and the attempt; '' and 0 where it was about the whole order. */
  unit: z.string(),
  attempt: z.number(),
  /**
   * The state at that time: why the order waited, and the unit's state. '' where there was none.
   */
  context: z.object({
    pendingReason: z.string(),
    detail: z.string(),
    unit: z.string(),
    message: z.string(),
    cost: z.string(),
    balanceBefore: z.string(),
    balanceAfter: z.string(),
  }),
  reason: z.string(),
  /** Rupees refunded. */
  amount: z.number(),
})
export type StaffAction = z.output<typeof StaffAction>
