import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** What an order waits for. Every sentence about where an order is, on its page and in messages, is made from this. */
export const orderWaits = [
  /** The customer's money. */
  'payment',
  /** One of the team, who looks whether money that came is this order's. */
  'payment_check',
  /** Its turn: paid, and the next pack has not gone to the supplier. */
  'line',
  /** The supplier's answer to the call that is out. */
  'supplier_answer',
  /** The delivery of what the supplier has accepted. */
  'supplier_confirms',
  /** What became of a call that had no clear answer. It is not sent again before that is known. */
  'supplier_unclear',
  /** A supplier that cannot be reached. */
  'supplier_paused',
  /** A supplier that does not take it at present; it is offered again by itself. */
  'supplier_refuses',
  /** A supplier that has accepted it and keeps it back for a check. */
  'supplier_holds',
  /** One of the team, who decides what comes next. */
  'person',
  /** Our team delivers it. */
  'by_hand',
  /** It has ended. */
  'nothing',
] as const
export type OrderWait = (typeof orderWaits)[number]

/** Where an order stands now. Nothing in it is read from the timeline, which is for display alone. */
export const OrderState = z.object({
  waitsFor: z.enum(orderWaits),
  since: isoTime(),
  /** Until when the money may come; for a paid order the time that it is promised by. */
  until: z.optional(isoTime()),
  /** Packs by what is known of them; the rest have not been sent. All 0 where people deliver. */
  units: z.object({
    total: z.number(),
    delivered: z.number(),
    atSupplier: z.number(),
    unclear: z.number(),
    refused: z.number(),
  }),
  /** The first money that came by UPI. Rupees. */
  paid: z.optional(z.object({ at: isoTime(), amount: z.number() })),
  /** When it was called delivered; an order may have been given back after that. */
  deliveredAt: z.optional(isoTime()),
  /** Rupees given back for packs that did not arrive. */
  share: z.number(),
  endedAt: z.optional(isoTime()),
})
export type OrderState = z.output<typeof OrderState>

/** Where a top-up stands now: since when it waits, and until when its money may come. */
export const TopUpState = z.object({
  waitsFor: z.enum(['payment', 'payment_check', 'nothing']),
  since: z.optional(isoTime()),
  until: z.optional(isoTime()),
})
export type TopUpState = z.output<typeof TopUpState>
