import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** What an admin can decide about an order, or about one of its units. */
export const staffActionKinds = [
  'assign',
  'reassign',
  'unassign',
  'complete',
  'undo_completion',
  'add_codes',
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

/** What an admin decided about an order: who, when, about what, on which context. */
export const StaffAction = z.object({
  at: isoTime(),
  /** The admin's id and name. */
  by: z.string(),
  name: z.string(),
  action: z.enum(staffActionKinds),
  /** The unit's ref and the attempt; '' and 0 where it was about the whole order. */
  unit: z.string(),
  attempt: z.number(),
  /** What was known then: why the order waited, and how the unit stood. '' where nothing was. */
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
  /** Rupees that it gave back. */
  amount: z.number(),
})
export type StaffAction = z.output<typeof StaffAction>
