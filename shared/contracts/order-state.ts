import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { waitingReasons } from './waiting-reasons.ts'

/**
 * The current state of an order. None of it is derived from the timeline, which is for display
 * only.
 */
export const OrderState = z.object({
  waitingFor: z.enum(waitingReasons),
  since: isoTime(),
  /** Until when the payment may arrive; for a paid order the promised time. */
  until: z.optional(isoTime()),
  /** Units by their state; the rest have not been sent. All 0 for manual delivery. */
  units: z.object({
    total: z.number(),
    delivered: z.number(),
    atSupplier: z.number(),
    unclear: z.number(),
    rejected: z.number(),
  }),
  /** The first UPI payment. Rupees. */
  paid: z.optional(z.object({ at: isoTime(), amount: z.number() })),
  /** When it was completed; the order may have been refunded later. */
  deliveredAt: z.optional(isoTime()),
  /** Rupees refunded for units that did not arrive. */
  partlyRefunded: z.number(),
  endedAt: z.optional(isoTime()),
  /** It ended because the payment was declined, not because it expired. */
  declined: z.optional(z.literal(true)),
  /** The supplier does not sell to the player's region: the same order would be rejected again. */
  notEligible: z.optional(z.literal(true)),
})
export type OrderState = z.output<typeof OrderState>

/** The current state of a top-up: since when it waits, and until when its payment may arrive. */
export const TopUpState = z.object({
  waitingFor: z.enum(['payment', 'payment_review', 'nothing']),
  since: z.optional(isoTime()),
  until: z.optional(isoTime()),
  /** As for an order. */
  declined: z.optional(z.literal(true)),
})
export type TopUpState = z.output<typeof TopUpState>

/**
 * When the payment gateway last answered about a payment; not answered: when it was last asked
 * without an answer.
 */
export const GatewayCheck = z.object({ at: isoTime(), isAnswered: z.boolean() })
export type GatewayCheck = z.output<typeof GatewayCheck>
