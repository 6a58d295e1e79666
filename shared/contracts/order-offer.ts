import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** What the customer of a late order may choose: to wait, for points, or to have the money back. */
export const offerChoices = ['wait', 'refund'] as const
export type OfferChoice = (typeof offerChoices)[number]

/** What is offered once an order's promised time is over. */
export const OrderOffer = z.object({
  /** Points that come with a late delivery. */
  points: z.number(),
  /** Rupees that a refund puts into the wallet. */
  refund: z.number(),
  /** Who has to say first that it was not delivered; absent: the refund is made at once. */
  waitsFor: z.optional(z.enum(['supplier', 'person'])),
  chosen: z.optional(z.object({ choice: z.enum(offerChoices), at: isoTime() })),
})
export type OrderOffer = z.output<typeof OrderOffer>
