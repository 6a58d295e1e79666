import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** What an admin can decide about an order, or about one of its units. */
export const decisionKinds = [
  'claim',
  'take_over',
  'release',
  'complete',
  'take_back',
  'hand_over',
  'refund',
  'ask_refund',
  'cancel',
  'delivered',
  'send_again',
  'refund_share',
  'resolve_conflict',
  'ticket_delivered',
  'ticket_message',
  'ticket_explained',
  'ticket_again',
  'ticket_given_up',
] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** What an admin decided about an order: who, when, about what, on which evidence. */
export const OrderDecision = z.object({
  at: isoTime(),
  /** The admin's id and name. */
  by: z.string(),
  name: z.string(),
  what: z.enum(decisionKinds),
  /** The unit's ref and the attempt; '' and 0 where it was about the whole order. */
  unit: z.string(),
  attempt: z.number(),
  /** What was known then: why the order waited, and how the unit stood. '' where nothing was. */
  evidence: z.object({
    attention: z.string(),
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
export type OrderDecision = z.output<typeof OrderDecision>
