import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { waitingReasons } from './waiting-reasons.ts'

/** Where an order stands now. Nothing in it is read from the timeline, which is for display alone. */
export const OrderState = z.object({
  waitingFor: z.enum(waitingReasons),
  since: isoTime(),
  /** Until when the money may come; for a paid order the time that it is promised by. */
  until: z.optional(isoTime()),
  /** Packs by what is known of them; the rest have not been sent. All 0 where people deliver. */
  units: z.object({
    total: z.number(),
    delivered: z.number(),
    atSupplier: z.number(),
    unclear: z.number(),
    rejected: z.number(),
  }),
  /** The first money that came by UPI. Rupees. */
  paid: z.optional(z.object({ at: isoTime(), amount: z.number() })),
  /** When it was called delivered; an order may have been given back after that. */
  deliveredAt: z.optional(isoTime()),
  /** Rupees given back for packs that did not arrive. */
  partlyRefunded: z.number(),
  endedAt: z.optional(isoTime()),
  /** It ended because the payment was declined, not because its time ran out. */
  declined: z.optional(z.literal(true)),
  /** The supplier does not sell to the player's region: ordering the same again would be rejected again. */
  notEligible: z.optional(z.literal(true)),
})
export type OrderState = z.output<typeof OrderState>

/** Where a top-up stands now: since when it waits, and until when its money may come. */
export const TopUpState = z.object({
  waitingFor: z.enum(['payment', 'payment_review', 'nothing']),
  since: z.optional(isoTime()),
  until: z.optional(isoTime()),
  /** As of an order. */
  declined: z.optional(z.literal(true)),
})
export type TopUpState = z.output<typeof TopUpState>

/** When the payment gateway last told about a payment; not answered: when it was last asked, and is silent. */
export const GatewayCheck = z.object({ at: isoTime(), isAnswered: z.boolean() })
export type GatewayCheck = z.output<typeof GatewayCheck>
