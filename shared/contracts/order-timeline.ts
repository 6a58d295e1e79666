import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/**
 * What can happen to an order. Entries of the same millisecond are in this order, cause before
 * effect.
 */
export const timelineSteps = [
  'ordered',
  'paid',
  'credited',
  'manual',
  'sent',
  'accepted',
  'supplier_deferred',
  'supplier_review',
  'outcome_unknown',
  'unit_delivered',
  'unit_rejected',
  'unit_retried',
  'wait_chosen',
  'refund_chosen',
  'completed',
  'cancelled',
  'failed',
  'refunded',
  'reported',
  'resolved',
  'redelivered',
  'redelivery_arrived',
  'redelivery_failed',
] as const

/**
 * What happened to an order, oldest first. `amount` is rupees; `by` names the person, where one did
 * it. For display only: the current state is in `state`.
 */
export const TimelineEntry = z.object({
  step: z.enum(timelineSteps),
  at: isoTime(),
  amount: z.optional(z.number()),
  reference: z.optional(z.string()),
  reason: z.optional(z.string()),
  by: z.optional(z.string()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>
